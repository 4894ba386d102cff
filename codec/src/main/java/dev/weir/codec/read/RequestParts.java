package dev.weir.codec.read;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request being read, part by part. Fields that {@link Request} has no place for become options
 * of the vendor, so that they go back in the same dialect.
 */
public final class RequestParts {
  private static final Json NO_PARAMETERS =
      new Json.Fields(Map.of("type", new Json.Text("object")));

  private final Field body;
  private final MessageList messages;
  private final List<ToolSpec> tools = new ArrayList<>();
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Json> options = new LinkedHashMap<>();
  private @Nullable Thinking thinking;
  private Sampling sampling = Sampling.DEFAULT;
  private @Nullable OutputFormat format;
  private @Nullable Integer maxOutputTokens;

  /**
   * Begins with the body.
   *
   * @param dialect the word of the dialect in which the request is
   */
  public RequestParts(String dialect, Json body) {
    this.body = Field.body(body);
    this.messages = new MessageList(dialect);
  }

  /** A field of the body, which the reader understands. */
  public Field take(String name) {
    taken.add(name);
    return body.get(name);
  }

  /** The first of these fields that is there, which are names for the same. */
  public Field takeAny(String name, String... otherNames) {
    taken.add(name);
    taken.addAll(List.of(otherNames));
    return body.getAny(name, otherNames);
  }

  public MessageList messages() {
    return messages;
  }

  /** A tool that a client runs. */
  public void tool(Field name, Field description, Field parameters) {
    Field schema = parameters.objectIfAny() == null ? new Field("", NO_PARAMETERS) : parameters;
    tools.add(new ToolSpec(name.text(), description.textOrEmpty(), schema.json()));
  }

  public void thinking(@Nullable Thinking wish) {
    thinking = wish;
  }

  public void sampling(Field temperature, Field topP, Field seed, Field stopTexts) {
    sampling =
        new Sampling(
            temperature.decimalIfAny(),
            topP.decimalIfAny(),
            seed.wholeIfAny(),
            stopTexts.textsIfAny());
  }

  public void format(@Nullable OutputFormat wish) {
    format = wish;
  }

  public void maxOutputTokens(Field count) {
    maxOutputTokens = count.countIfAny();
  }

  /** Keeps what {@link Request} has no place for, or whose value it has no word for. */
  public void keep(Field field) {
    if (!field.isAbsent()) {
      options.put(field.path(), field.json());
    }
  }

  /** Keeps the fields of an object of the body that the reader does not understand. */
  public void keepRest(Field object, Set<String> understood) {
    Map<String, Json> rest = object.rest(understood);
    if (!rest.isEmpty()) {
      options.put(object.path(), new Json.Fields(rest));
    }
  }

  /** The whole. */
  public ReadRequest done(Endpoint endpoint) {
    String inBody = take("model").textIfAny();
    Boolean streams = take("stream").flagIfAny();
    body.rest(taken).forEach(options::putIfAbsent);
    String named = endpoint.modelName();
    String model = named.isEmpty() ? inBody : named;
    return new ReadRequest(
        new Request(
            model,
            messages.list(),
            tools,
            thinking,
            sampling,
            format,
            maxOutputTokens,
            options,
            /* original= */ null),
        streams == null ? endpoint.streams() : streams);
  }
}
