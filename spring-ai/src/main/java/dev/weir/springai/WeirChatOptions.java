package dev.weir.springai;

import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.DefaultToolCallingChatOptions;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** Spring AI's portable options, with what every provider of Weir can be told besides. */
public final class WeirChatOptions extends DefaultToolCallingChatOptions
    implements StructuredOutputChatOptions {
  private final @Nullable String outputSchema;
  private final @Nullable ToolChoice toolChoice;
  private final @Nullable Thinking thinking;

  private WeirChatOptions(Builder from, ToolCallingChatOptions said) {
    super(
        said.getToolCallbacks(),
        said.getToolContext(),
        said.getModel(),
        said.getFrequencyPenalty(),
        said.getMaxTokens(),
        said.getPresencePenalty(),
        said.getStopSequences(),
        said.getTemperature(),
        said.getTopK(),
        said.getTopP());
    this.outputSchema = from.outputSchema;
    this.toolChoice = from.toolChoice;
    this.thinking = from.thinking;
  }

  /** Options that say nothing yet. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public @Nullable String getOutputSchema() {
    return outputSchema;
  }

  /** Whether the model may, must or must not call tools; absent leaves it to the provider. */
  public @Nullable ToolChoice getToolChoice() {
    return toolChoice;
  }

  /** How much the model shall think; absent leaves it to the provider. */
  public @Nullable Thinking getThinking() {
    return thinking;
  }

  @Override
  public Builder mutate() {
    return builder()
        .model(getModel())
        .frequencyPenalty(getFrequencyPenalty())
        .maxTokens(getMaxTokens())
        .presencePenalty(getPresencePenalty())
        .stopSequences(getStopSequences())
        .temperature(getTemperature())
        .topK(getTopK())
        .topP(getTopP())
        .toolCallbacks(getToolCallbacks())
        .toolContext(getToolContext())
        .outputSchema(outputSchema)
        .toolChoice(toolChoice)
        .thinking(thinking);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof WeirChatOptions options
        && Objects.equals(options.outputSchema, outputSchema)
        && Objects.equals(options.toolChoice, toolChoice)
        && Objects.equals(options.thinking, thinking);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), outputSchema, toolChoice, thinking);
  }

  /** Collects options. */
  public static final class Builder extends DefaultToolCallingChatOptions.Builder<Builder>
      implements StructuredOutputChatOptions.Builder<Builder> {
    private @Nullable String outputSchema;
    private @Nullable ToolChoice toolChoice;
    private @Nullable Thinking thinking;

    private Builder() {}

    @Override
    public Builder outputSchema(@Nullable String schema) {
      outputSchema = schema;
      return this;
    }

    /** Whether the model may, must or must not call tools; absent leaves it to the provider. */
    public Builder toolChoice(@Nullable ToolChoice choice) {
      toolChoice = choice;
      return this;
    }

    /** How much the model shall think; absent leaves it to the provider. */
    public Builder thinking(@Nullable Thinking wish) {
      thinking = wish;
      return this;
    }

    @Override
    public Builder combineWith(ChatOptions.Builder<?> other) {
      super.combineWith(other);
      if (other instanceof Builder more) {
        outputSchema = more.outputSchema == null ? outputSchema : more.outputSchema;
        toolChoice = more.toolChoice == null ? toolChoice : more.toolChoice;
        thinking = more.thinking == null ? thinking : more.thinking;
      }
      return this;
    }

    @Override
    public WeirChatOptions build() {
      return new WeirChatOptions(this, super.build());
    }
  }
}
