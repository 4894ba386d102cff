package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a model, the same for every provider.
 *
 * @param modelName absent takes the provider's default
 * @param messages the conversation, oldest first
 * @param maxOutputTokens absent leaves it to the provider, or to our default where one is required
 * @param vendorOptions fields of the provider's own, put into the body as they are; they win over
 *     what we would write there
 * @param original what the client wrote, if it wrote it in a dialect
 */
public record Request(
    @Nullable String modelName,
    List<Message> messages,
    List<ToolSpec> tools,
    @Nullable Thinking thinking,
    Sampling sampling,
    @Nullable OutputFormat format,
    @Nullable Integer maxOutputTokens,
    Map<String, Json> vendorOptions,
    @Nullable OriginalRequest original) {

  public Request {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    vendorOptions = Collections.unmodifiableMap(new LinkedHashMap<>(vendorOptions));
  }

  /** A question without anything else. */
  public static Request of(String prompt) {
    return new Builder().message(Message.user(prompt)).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The same request with more messages at its end, for the next pass of a turn. */
  public Request withMore(List<Message> more) {
    List<Message> all = new ArrayList<>(messages);
    all.addAll(more);
    return new Request(
        modelName,
        all,
        tools,
        thinking,
        sampling,
        format,
        maxOutputTokens,
        vendorOptions,
        /* original= */ null);
  }

  /** The same request of another model. */
  public Request withModel(@Nullable String name) {
    return new Request(
        name,
        messages,
        tools,
        thinking,
        sampling,
        format,
        maxOutputTokens,
        vendorOptions,
        original);
  }

  /** The same request without what only one provider understands. */
  public Request withoutVendorOptions() {
    return new Request(
        modelName,
        messages,
        tools,
        thinking,
        sampling,
        format,
        maxOutputTokens,
        Map.of(),
        original);
  }

  /** The same request with what its client wrote. */
  public Request withOriginal(OriginalRequest written) {
    return new Request(
        modelName,
        messages,
        tools,
        thinking,
        sampling,
        format,
        maxOutputTokens,
        vendorOptions,
        written);
  }

  /** Collects the parts of a request. */
  public static final class Builder {
    private @Nullable String modelName;
    private final List<Message> messages = new ArrayList<>();
    private final List<ToolSpec> tools = new ArrayList<>();
    private @Nullable Thinking thinking;
    private Sampling sampling = Sampling.DEFAULT;
    private @Nullable OutputFormat format;
    private @Nullable Integer maxOutputTokens;
    private final Map<String, Json> vendorOptions = new LinkedHashMap<>();

    private Builder() {}

    public Builder modelName(@Nullable String name) {
      modelName = name;
      return this;
    }

    public Builder message(Message message) {
      messages.add(message);
      return this;
    }

    public Builder tool(ToolSpec tool) {
      tools.add(tool);
      return this;
    }

    public Builder thinking(@Nullable Thinking wish) {
      thinking = wish;
      return this;
    }

    public Builder sampling(Sampling wish) {
      sampling = wish;
      return this;
    }

    public Builder format(@Nullable OutputFormat wish) {
      format = wish;
      return this;
    }

    public Builder maxOutputTokens(@Nullable Integer tokens) {
      maxOutputTokens = tokens;
      return this;
    }

    public Builder vendorOption(String name, Json value) {
      vendorOptions.put(name, value);
      return this;
    }

    public Request build() {
      return new Request(
          modelName,
          messages,
          tools,
          thinking,
          sampling,
          format,
          maxOutputTokens,
          vendorOptions,
          /* original= */ null);
    }
  }
}
