package dev.weir.codec.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.List;

/** The JSON form of a whole response: what a stream amounts to, on one line. */
public final class ResponseJson {
  private ResponseJson() {}

  /** Writes the fields into an open object. */
  public static void write(JsonText json, Dialect dialect, Response response) {
    write(json, dialect.word(), response);
  }

  /**
   * Writes the fields into an open object, for events that need not be from a dialect.
   *
   * @param origin the word for what the events were read from
   */
  public static void write(JsonText json, String origin, Response response) {
    json.field("dialect", origin)
        .fieldOrNull("responseId", response.responseId())
        .fieldOrNull("modelName", response.modelName())
        .field("text", response.firstAnswerText(BlockKind.TEXT))
        .field("reasoning", response.firstAnswerText(BlockKind.REASONING))
        .field("refusal", response.firstAnswerText(BlockKind.REFUSAL));
    List<String> parts = response.reasoningParts();
    if (parts.size() > 1) {
      json.name("reasoningParts").beginArray();
      parts.forEach(json::value);
      json.endArray();
    }
    json.name("toolCalls").beginArray();
    for (Response.Block call : response.firstAnswer(BlockKind.TOOL_CALL)) {
      json.beginObject()
          .fieldOrNull("id", call.id())
          .fieldOrNull("name", call.name())
          .field("arguments", call.text())
          .endObject();
    }
    json.endArray().name("serverTools").beginArray();
    for (Response.Block tool : response.blocks(BlockKind.SERVER_TOOL)) {
      json.beginObject().fieldOrNull("id", tool.id()).fieldOrNull("name", tool.name()).endObject();
    }
    Verdict verdict = response.verdict();
    json.endArray()
        .fieldOrNull("finish", response.word())
        .fieldOrNull("verdict", verdict == null ? null : verdict.name());
    // The provider's own numbers are in the events; a message has what all providers have.
    EventJson.usage(json, EventSource.FOREIGN.known(response.usage()));
    error(json, response);
    warnings(json, response);
    events(json, "tries", response.tries());
    events(json, "seams", response.seams());
  }

  /** What happened on a route, in the form of events; absent if nothing did. */
  private static void events(JsonText json, String name, List<? extends StreamEvent> events) {
    if (!events.isEmpty()) {
      json.name(name).beginArray();
      for (StreamEvent event : events) {
        EventJson.write(event, json.beginObject());
        json.endObject();
      }
      json.endArray();
    }
  }

  private static void error(JsonText json, Response response) {
    List<StreamFault> faults = response.faults();
    Verdict verdict = response.verdict();
    StreamFault error =
        faults.stream()
            .filter(f -> f.kind() == StreamFault.Kind.PROVIDER_ERROR)
            .findFirst()
            .orElse(
                verdict != null && !verdict.isNatural() && !faults.isEmpty()
                    ? faults.getFirst()
                    : null);
    if (error != null) {
      json.name("error")
          .beginObject()
          .fieldOrNull("code", error.code())
          .field("message", error.message())
          .endObject();
    }
  }

  /** Where chunks were lost and nobody knows what they held; absent if there is no such place. */
  private static void warnings(JsonText json, Response response) {
    if (response.gaps().isEmpty()) {
      return;
    }
    json.name("warnings").beginArray();
    for (UnrepairedGap gap : response.gaps()) {
      json.beginObject().field("code", "sequence_gap").field("message", gap.message());
      BlockId block = gap.block();
      if (block != null) {
        json.field("output", block.output()).field("block", block.block());
        json.field("part", gap.part()).field("at", gap.at());
      }
      json.endObject();
    }
    json.endArray();
  }
}
