package dev.weir.codec.read;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.RequestLosses;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request being read, part by part. What {@link Request} has no place for stays with its part, so
 * that it goes back in the same dialect and is reported lost in every other.
 */
public final class RequestParts {
  private static final Json NO_PARAMETERS =
      new Json.Fields(Map.of("type", new Json.Text("object")));

  private final String dialect;
  private final Field body;
  private final MessageList messages;
  private final Request.Builder request = Request.builder();
  private final Map<Setting, Origin> spellings = new EnumMap<>(Setting.class);

  /**
   * Begins with the body.
   *
   * @param dialect the word of the dialect in which the request is
   */
  public RequestParts(String dialect, Json body) {
    this.dialect = dialect;
    this.body = Field.body(body);
    this.messages = new MessageList(dialect);
  }

  /** A field of the body. */
  public Field take(String name) {
    return body.get(name);
  }

  /** The first of these fields that is there; all are names for the same thing. */
  public Field takeAny(String name, String... otherNames) {
    return body.getAny(name, otherNames);
  }

  /** The first of these fields that is there, which then has to be an object. */
  public Field takeObject(String name, String... otherNames) {
    Field field = takeAny(name, otherNames);
    return field.isAbsent() ? field : field.object();
  }

  /** A field that is not there. */
  public Field nothing() {
    return body.get("");
  }

  public MessageList messages() {
    return messages;
  }

  /** Where a part that was read to its end was, and what stood there. */
  public Origin origin(Field part) {
    Origin origin = new Origin(dialect, part.path(), part.peek(), elsewhere(part));
    part.take();
    return origin;
  }

  /** A part that no other dialect can carry, although it was read. */
  public void lost(Field part) {
    part.unreadAgain();
  }

  /** Where a message was, and what it had besides the parts that were read before. */
  public Origin shell(Field message) {
    Json left = message.left();
    Json shell = left == null ? new Json.Fields(Map.of()) : left;
    Origin origin = new Origin(dialect, message.path(), shell, elsewhere(message));
    message.take();
    return origin;
  }

  public Note note(Field part) {
    return Note.of(origin(part));
  }

  public Note note(Field part, @Nullable CacheMark cache) {
    return new Note(cache, origin(part));
  }

  private List<RequestLoss> elsewhere(Field part) {
    var losses = new RequestLosses();
    part.unread(field ->
        losses.add(
            new RequestLoss(
                field.path(),
                "only %s has this".formatted(dialect),
                Meaning.changesWithout(field.path()))));
    return losses.list();
  }

  /** A setting was read from these fields. */
  private void spelled(Setting setting, Field... fields) {
    for (Field field : fields) {
      if (!field.isAbsent()) {
        spellings.merge(
            setting,
            new Origin(dialect, field.path(), field.alone(), elsewhere(field)),
            RequestParts::both);
        field.take();
      }
    }
  }

  private static Origin both(Origin one, Origin other) {
    List<RequestLoss> elsewhere = new ArrayList<>(one.elsewhere());
    elsewhere.addAll(other.elsewhere());
    return new Origin(one.dialect(), one.path(), Tree.merged(one.json(), other.json()), elsewhere);
  }

  /** A setting that the builder was given, and the fields that say it. */
  public void said(Setting setting, Field... fields) {
    spelled(setting, fields);
  }

  public Request.Builder request() {
    return request;
  }

  /** A function that a client runs. */
  public void function(
      Field tool,
      Field name,
      Field description,
      Field parameters,
      Field strict,
      @Nullable CacheMark cache) {
    ToolSpec spec = function(name, description, parameters).withStrict(strict.flagIfAny());
    request.tool(spec.withNote(note(tool, cache)));
  }

  /** A tool that takes text, which a client runs. */
  public void custom(
      Field tool, Field custom, Json format, ToolSpec.@Nullable Namespace namespace) {
    String name = custom.get("name").text();
    String description = custom.get("description").textOrEmpty();
    request.tool(
        new ToolSpec(
            name,
            description,
            format,
            ToolSpec.Kind.CUSTOM,
            /* strict= */ null,
            namespace,
            note(tool)));
  }

  /** A tool that the provider itself defines, and nobody else. */
  public void builtIn(Field tool) {
    tool.json();
    builtIn(tool, /* meaning= */ null);
  }

  /**
   * A tool that the provider itself defines.
   *
   * @param meaning what it does, where others have such a tool; its fields have been read
   */
  public void builtIn(Field tool, @Nullable BuiltInTool meaning) {
    Json all = tool.peek();
    String type = all.get("type").textOrEmpty();
    String name = type.isEmpty() ? String.join(", ", all.fields().keySet()) : type;
    request.tool(
        new ToolSpec(
            name,
            /* description= */ "",
            all,
            ToolSpec.Kind.BUILT_IN,
            /* strict= */ null,
            /* namespace= */ null,
            meaning,
            note(tool)));
  }

  public static ToolSpec function(Field name, Field description, Field parameters) {
    Json schema = parameters.objectIfAny() == null ? NO_PARAMETERS : parameters.json();
    return new ToolSpec(name.text(), description.textOrEmpty(), schema);
  }

  /** The tools were read. */
  public void tools(Field tools) {
    spelled(Setting.TOOLS, tools);
  }

  public void thinking(@Nullable Thinking wish, Field... fields) {
    request.thinking(wish);
    spelled(Setting.THINKING, fields);
  }

  public void temperature(Field field) {
    request.temperature(field.decimalIfAny());
    spelled(Setting.TEMPERATURE, field);
  }

  public void topP(Field field) {
    request.topP(field.decimalIfAny());
    spelled(Setting.TOP_P, field);
  }

  public void topK(Field field) {
    request.topK(field.wholeIfAny());
    spelled(Setting.TOP_K, field);
  }

  public void penalties(Field frequency, Field presence) {
    request.frequencyPenalty(frequency.decimalIfAny());
    spelled(Setting.FREQUENCY_PENALTY, frequency);
    request.presencePenalty(presence.decimalIfAny());
    spelled(Setting.PRESENCE_PENALTY, presence);
  }

  public void seed(Field field) {
    request.seed(field.wholeIfAny());
    spelled(Setting.SEED, field);
  }

  public void stopTexts(Field field) {
    request.stopTexts(field.textsIfAny());
    spelled(Setting.STOP, field);
  }

  public void format(@Nullable OutputFormat wish, Field... fields) {
    request.format(wish);
    spelled(Setting.FORMAT, fields);
  }

  public void toolChoice(@Nullable ToolChoice choice, Field... fields) {
    if (choice != null) {
      request.toolChoice(choice);
      spelled(Setting.TOOL_CHOICE, fields);
    }
  }

  public void parallelCalls(Field flag) {
    request.parallelCalls(flag.flagIfAny());
    spelled(Setting.PARALLEL_CALLS, flag);
  }

  public void alternatives(Field count) {
    request.alternatives(count.countIfAny());
    spelled(Setting.ALTERNATIVES, count);
  }

  /**
   * Whether to report how likely tokens were.
   *
   * @param flag absent where the count alone says it
   */
  public void logprobs(Field flag, Field count) {
    // Some give the number in place of the flag.
    Field number = flag.peek() instanceof Json.Num ? flag : count;
    Integer others = number.countIfAny();
    boolean isAsked = number != flag && Boolean.TRUE.equals(flag.flagIfAny());
    request.logprobs(others != null ? others : isAsked ? Integer.valueOf(0) : null);
    spelled(Setting.LOGPROBS, flag, count);
  }

  public void metadata(Field object) {
    if (object.objectIfAny() == null) {
      return;
    }
    for (String name : object.peek().fields().keySet()) {
      Field value = object.get(name);
      if (value.isText()) {
        request.metadata(name, value.text());
      }
    }
    spelled(Setting.METADATA, object);
  }

  public void userId(Field field) {
    request.userId(field.textIfAny());
    spelled(Setting.USER, field);
  }

  public void serviceTier(Field field) {
    request.serviceTier(field.textIfAny());
    spelled(Setting.SERVICE_TIER, field);
  }

  public void cacheKey(Field field) {
    request.cacheKey(field.textIfAny());
    spelled(Setting.CACHE_KEY, field);
  }

  public void store(Field flag) {
    request.store(flag.flagIfAny());
    spelled(Setting.STORE, flag);
  }

  public void verbosity(Field field) {
    request.verbosity(field.textIfAny());
    spelled(Setting.VERBOSITY, field);
  }

  public void showsThinking(@Nullable Boolean shown, Field... fields) {
    request.showsThinking(shown);
    spelled(Setting.SHOWN_THINKING, fields);
  }

  public void maxOutputTokens(Field count) {
    request.maxOutputTokens(count.countIfAny());
    spelled(Setting.MAX_OUTPUT_TOKENS, count);
  }

  /** Something asked of the stream rather than of the answer. */
  public void streamOption(Field option) {
    option.json();
    spelled(Setting.STREAM, option);
  }

  /** The whole request. */
  public ReadRequest done(Endpoint endpoint) {
    Field model = take("model");
    String inBody = model.textIfAny();
    String named = endpoint.modelName();
    request.modelName(named.isEmpty() ? inBody : named);
    spelled(Setting.MODEL, model);
    Field stream = take("stream");
    Boolean streams = stream.flagIfAny();
    spelled(Setting.STREAM, stream);
    request.messages(messages.list());
    return new ReadRequest(
        request.read(shell(body), spellings).build(),
        streams == null ? endpoint.streams() : streams);
  }
}
