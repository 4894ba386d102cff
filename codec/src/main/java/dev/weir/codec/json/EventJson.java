package dev.weir.codec.json;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of events: one object on one line. What is written is read back as the same event.
 * The form grows only by optional fields.
 */
public final class EventJson {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 64 << 20);

  private EventJson() {}

  /** An event as one line of JSON. */
  public static String write(StreamEvent event) {
    var json = new JsonText().beginObject();
    write(event, json);
    return json.endObject().toString();
  }

  /** Writes the fields of an event into an open object. */
  public static void write(StreamEvent event, JsonText json) {
    json.field("type", event.typeName());
    switch (event) {
      case ResponseStart e ->
          json.fieldIfAny("responseId", e.responseId())
              .fieldIfAny("modelName", e.modelName())
              .flag("alternatives", e.alternatives());
      case ResponseProgress e ->
          json.field("status", e.status())
              .fieldIfAny("responseId", e.responseId())
              .fieldIfAny("modelName", e.modelName());
      case BlockStart e -> {
        block(json, e.block());
        json.field("kind", e.kind().word())
            .fieldIfAny("id", e.id())
            .fieldIfAny("name", e.name())
            .flag("synthetic", e.synthetic());
        if (!e.origin().isEmpty()) {
          json.name("origin").beginObject();
          e.origin().forEach(json::field);
          json.endObject();
        }
      }
      case BlockDelta e -> text(json, e.block(), e.part(), e.text());
      case BlockRepair e -> text(json, e.block(), e.part(), e.text());
      case BlockEnd e -> {
        block(json, e.block());
        json.field("complete", e.complete());
        reasoning(json, e.reasoning());
        json.fieldIfAny("arguments", e.arguments())
            .fieldIfAny("signature", e.signature())
            .fieldIfAny("source", e.source());
      }
      case Annotation e -> {
        block(json, e.block());
        json.field("kind", e.kind()).field("json", e.json());
      }
      case ToolProgress e -> {
        block(json, e.block());
        json.field("status", e.status());
      }
      case UsageUpdate e -> {
        usage(json, e.usage());
        usage(json, "passUsage", e.passUsage());
      }
      case SequenceGap e -> json.field("expected", e.expected()).field("actual", e.actual());
      case UnrepairedGap e -> {
        json.field("expected", e.expected()).field("actual", e.actual());
        BlockId block = e.block();
        if (block != null) {
          block(json, block);
          part(json, e.part()).field("at", e.at());
        }
      }
      case FailedTry e ->
          json.field("provider", e.provider())
              .fieldIfAny("modelName", e.modelName())
              .field("code", e.code())
              .field("why", e.why())
              .fieldIfAny("next", e.next())
              .fieldIfAny("nextModel", e.nextModel())
              .field("waitMillis", e.waitMillis());
      case Seam e -> {
        block(json, e.block());
        json.field("at", e.at())
            .field("provider", e.provider())
            .fieldIfAny("modelName", e.modelName())
            .field("nextProvider", e.nextProvider())
            .fieldIfAny("nextModel", e.nextModel())
            .field("way", e.way())
            .field("overlap", e.overlap());
        usage(json, e.usage());
      }
      case OutputEnd e ->
          json.field("output", e.output())
              .field("reason", word(e.reason()))
              .fieldIfAny("word", e.word());
      case Unrecognized e ->
          json.field("name", e.type())
              .field("preview", e.preview())
              .field("length", e.length())
              .fieldIfAny("json", e.json());
      case Fault e ->
          json.field("fault", word(e.fault().kind()))
              .fieldIfAny("code", e.fault().code())
              .field("message", e.fault().message())
              .fieldIfAny("errorType", e.fault().type());
      case PassStart e ->
          json.fieldIfAny("responseId", e.responseId())
              .fieldIfAny("modelName", e.modelName())
              .flag("alternatives", e.alternatives());
      case PassEnd e -> {
        json.field("verdict", e.verdict().name()).fieldIfAny("word", e.word());
        usage(json, e.usage());
        usage(json, "passUsage", e.passUsage());
        lateReasoning(json, e.reasoning());
      }
      case ResponseEnd e -> {
        json.field("verdict", e.verdict().name()).fieldIfAny("word", e.word());
        usage(json, e.usage());
        usage(json, "passUsage", e.passUsage());
        lateReasoning(json, e.reasoning());
      }
    }
  }

  /** The name of an event's type in the JSON form. */
  public static String type(StreamEvent event) {
    return event.typeName();
  }

  /**
   * Reads an event back.
   *
   * @throws JsonException if the text is not an event of this version
   */
  public static StreamEvent read(String line) {
    Json json = READER.read(line);
    String type = json.get("type").textOrEmpty();
    return switch (type) {
      case "response_start" ->
          new ResponseStart(
              text(json, "responseId"), text(json, "modelName"), json.get("alternatives").isTrue());
      case "response_progress" ->
          new ResponseProgress(
              need(json, "status"), text(json, "responseId"), text(json, "modelName"));
      case "block_start" ->
          new BlockStart(
              block(json),
              constant(BlockKind.class, need(json, "kind")),
              text(json, "id"),
              text(json, "name"),
              json.get("synthetic").isTrue(),
              origin(json.get("origin")));
      case "block_delta" ->
          new BlockDelta(block(json), numberOrZero(json, "part"), need(json, "text"));
      case "block_repair" ->
          new BlockRepair(block(json), numberOrZero(json, "part"), need(json, "text"));
      case "block_end" ->
          new BlockEnd(
              block(json),
              json.get("complete").isTrue(),
              reasoning(json.get("reasoning")),
              text(json, "arguments"),
              text(json, "signature"),
              text(json, "source"));
      case "annotation" -> new Annotation(block(json), need(json, "kind"), need(json, "json"));
      case "tool_progress" -> new ToolProgress(block(json), need(json, "status"));
      case "usage" -> new UsageUpdate(usage(json.get("usage")), usageIfAny(json, "passUsage"));
      case "sequence_gap" ->
          new SequenceGap(longNumber(json, "expected"), longNumber(json, "actual"));
      case "unrepaired_gap" ->
          new UnrepairedGap(
              longNumber(json, "expected"),
              longNumber(json, "actual"),
              json.has("block") ? block(json) : null,
              numberOrZero(json, "part"),
              numberOrZero(json, "at"));
      case "failed_try" ->
          new FailedTry(
              need(json, "provider"),
              text(json, "modelName"),
              need(json, "code"),
              need(json, "why"),
              text(json, "next"),
              text(json, "nextModel"),
              json.has("waitMillis") ? longNumber(json, "waitMillis") : 0);
      case "seam" ->
          new Seam(
              block(json),
              number(json, "at"),
              need(json, "provider"),
              text(json, "modelName"),
              need(json, "nextProvider"),
              text(json, "nextModel"),
              need(json, "way"),
              numberOrZero(json, "overlap"),
              usageIfAny(json, "usage"));
      case "output_end" ->
          new OutputEnd(
              number(json, "output"),
              constant(FinishReason.class, need(json, "reason")),
              text(json, "word"));
      case "unrecognized" ->
          new Unrecognized(
              need(json, "name"),
              need(json, "preview"),
              number(json, "length"),
              json.get("json").text());
      case "fault" ->
          new Fault(
              new StreamFault(
                  constant(StreamFault.Kind.class, need(json, "fault")),
                  text(json, "code"),
                  need(json, "message"),
                  text(json, "errorType")));
      case "pass_start" ->
          new PassStart(
              text(json, "responseId"), text(json, "modelName"), json.get("alternatives").isTrue());
      case "pass_end" ->
          new PassEnd(
              constant(Verdict.class, need(json, "verdict")),
              text(json, "word"),
              usageIfAny(json, "usage"),
              usageIfAny(json, "passUsage"),
              lateReasoning(json.get("reasoning")));
      case "response_end" ->
          new ResponseEnd(
              constant(Verdict.class, need(json, "verdict")),
              text(json, "word"),
              usageIfAny(json, "usage"),
              usageIfAny(json, "passUsage"),
              lateReasoning(json.get("reasoning")));
      default -> throw new JsonException("expected an event, saw type \"%s\"".formatted(type));
    };
  }

  private static void block(JsonText json, BlockId block) {
    json.field("output", block.output()).field("block", block.block());
  }

  private static JsonText part(JsonText json, int part) {
    return json.fieldIfAny("part", part == 0 ? null : (Long) (long) part);
  }

  private static void text(JsonText json, BlockId block, int part, String text) {
    block(json, block);
    part(json, part).field("text", text);
  }

  private static BlockId block(Json json) {
    return new BlockId(number(json, "output"), number(json, "block"));
  }

  private static void reasoning(JsonText json, @Nullable Reasoning reasoning) {
    if (reasoning == null) {
      return;
    }
    json.name("reasoning").beginObject();
    reasoningFields(json, reasoning);
  }

  private static void reasoningFields(JsonText json, Reasoning reasoning) {
    json.fieldIfAny("id", reasoning.id());
    if (!reasoning.summary().isEmpty()) {
      json.name("summary").beginArray();
      reasoning.summary().forEach(json::value);
      json.endArray();
    }
    json.fieldIfAny("encrypted", reasoning.encrypted())
        .fieldIfAny("signature", reasoning.signature())
        .flag("redacted", reasoning.redacted())
        .endObject();
  }

  private static @Nullable Reasoning reasoning(Json json) {
    if (!json.isObject()) {
      return null;
    }
    List<String> summary = json.get("summary").items().stream().map(Json::textOrEmpty).toList();
    return new Reasoning(
        text(json, "id"),
        summary,
        text(json, "encrypted"),
        text(json, "signature"),
        json.get("redacted").isTrue());
  }

  private static void lateReasoning(JsonText json, Map<Integer, Reasoning> reasoning) {
    if (reasoning.isEmpty()) {
      return;
    }
    json.name("reasoning").beginArray();
    reasoning.forEach((block, late) -> {
      json.beginObject().field("block", block);
      reasoningFields(json, late);
    });
    json.endArray();
  }

  private static Map<Integer, Reasoning> lateReasoning(Json json) {
    Map<Integer, Reasoning> late = new TreeMap<>();
    for (Json entry : json.items()) {
      Reasoning reasoning = reasoning(entry);
      if (reasoning != null) {
        late.put(number(entry, "block"), reasoning);
      }
    }
    return late;
  }

  /** Writes a field {@code usage} with the numbers that are known. */
  public static void usage(JsonText json, @Nullable Usage usage) {
    usage(json, "usage", usage);
  }

  private static void usage(JsonText json, String name, @Nullable Usage usage) {
    if (usage == null) {
      return;
    }
    json.name(name)
        .beginObject()
        .fieldIfAny("inputTokens", usage.inputTokens())
        .fieldIfAny("outputTokens", usage.outputTokens())
        .fieldIfAny("reasoningTokens", usage.reasoningTokens())
        .fieldIfAny("cachedInputTokens", usage.cachedInputTokens())
        .fieldIfAny("cacheWriteTokens", usage.cacheWriteTokens())
        .fieldIfAny("raw", usage.raw())
        .endObject();
  }

  /** Reads the numbers that {@link #usage(JsonText, Usage)} wrote. */
  public static Usage usage(Json json) {
    return new Usage(
        json.get("inputTokens").number(),
        json.get("outputTokens").number(),
        json.get("reasoningTokens").number(),
        json.get("cachedInputTokens").number(),
        json.get("cacheWriteTokens").number(),
        json.get("raw").text());
  }

  private static @Nullable Usage usageIfAny(Json json, String name) {
    return json.has(name) ? usage(json.get(name)) : null;
  }

  private static Map<String, String> origin(Json json) {
    Map<String, String> origin = new LinkedHashMap<>();
    json.fields().forEach((name, value) -> origin.put(name, value.textOrEmpty()));
    return origin;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <T extends Enum<T>> T constant(Class<T> type, String word) {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new JsonException("expected a %s, saw \"%s\"".formatted(type.getSimpleName(), word));
    }
  }

  private static @Nullable String text(Json json, String name) {
    return json.get(name).text();
  }

  private static String need(Json json, String name) {
    String value = json.get(name).text();
    if (value == null) {
      throw new JsonException("expected a text \"%s\" in %s".formatted(name, json.toText()));
    }
    return value;
  }

  private static long longNumber(Json json, String name) {
    Long value = json.get(name).number();
    if (value == null) {
      throw new JsonException("expected a number \"%s\" in %s".formatted(name, json.toText()));
    }
    return value;
  }

  private static int numberOrZero(Json json, String name) {
    return json.has(name) ? number(json, name) : 0;
  }

  private static int number(Json json, String name) {
    return Math.toIntExact(longNumber(json, name));
  }
}
