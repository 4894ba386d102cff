package dev.weir.codec.request;

import org.jspecify.annotations.Nullable;

/**
 * Where providers that share a dialect want requests written differently.
 *
 * @param maxTokensField what OpenAI Chat calls the limit on tokens here
 * @param thinking how OpenAI Chat is told to think here
 * @param asksForUsage whether OpenAI Chat must be asked for its counts, and accepts being asked
 * @param streamsArguments whether Gemini can stream the arguments of calls here, as on Vertex
 * @param asked whether the client asked for a stream, if the request should ask for exactly that;
 *     absent if it asks for a stream as our own readers need it
 */
public record Style(
    String maxTokensField,
    ThinkingField thinking,
    boolean asksForUsage,
    boolean streamsArguments,
    @Nullable Boolean asked) {

  public static final Style DEFAULT =
      new Style(
          "max_tokens",
          ThinkingField.REASONING_EFFORT,
          /* asksForUsage= */ true,
          /* streamsArguments= */ false,
          /* asked= */ null);

  /** Which field of OpenAI Chat says how much to think. */
  public enum ThinkingField {
    /** {@code reasoning_effort: "low"}. */
    REASONING_EFFORT,
    /** {@code reasoning: {effort, max_tokens, enabled}}. */
    REASONING,
    /** {@code thinking: {type: "enabled"}}. */
    THINKING_TYPE,
    /** {@code chat_template_kwargs: {enable_thinking: true}}. */
    TEMPLATE,
    /** There is no such field. */
    NONE
  }

  /** With another name for the limit on tokens. */
  public Style withMaxTokensField(String field) {
    return new Style(field, thinking, asksForUsage, streamsArguments, asked);
  }

  /** With another field for thinking. */
  public Style withThinking(ThinkingField field) {
    return new Style(maxTokensField, field, asksForUsage, streamsArguments, asked);
  }

  /** Without asking for counts. */
  public Style withoutUsageQuestion() {
    return new Style(maxTokensField, thinking, /* asksForUsage= */ false, streamsArguments, asked);
  }

  /** With or without arguments of calls that are streamed. */
  public Style withStreamedArguments(boolean streamed) {
    return new Style(maxTokensField, thinking, asksForUsage, streamed, asked);
  }

  /** Asks for a stream only if the client did, and for nothing else that it did not ask for. */
  public Style asAsked(boolean isStreamed) {
    return new Style(maxTokensField, thinking, asksForUsage, streamsArguments, isStreamed);
  }
}
