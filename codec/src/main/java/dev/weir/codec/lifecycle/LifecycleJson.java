package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEvent.ArtifactComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.Called;
import dev.weir.codec.lifecycle.LifecycleEvent.Failed;
import dev.weir.codec.lifecycle.LifecycleEvent.ImageComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.SeamTold;
import dev.weir.codec.lifecycle.LifecycleEvent.StatusFound;
import dev.weir.codec.lifecycle.LifecycleEvent.TextDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.TextEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.TextRepair;
import dev.weir.codec.lifecycle.LifecycleEvent.TextStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolMoved;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolResult;
import dev.weir.codec.lifecycle.LifecycleEvent.TryFailed;
import dev.weir.codec.lifecycle.LifecycleEvent.Warning;
import dev.weir.codec.lifecycle.LifecycleEvent.WebSearch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON form of the lifecycle, one object on one line. It grows only by optional fields. */
final class LifecycleJson {
  private static final long MILLIS = 1000;
  private static final Set<String> OUR_FIELDS =
      Set.of(
          "type",
          "phase",
          "timestamp",
          "toolCallId",
          "toolName",
          "call",
          "success",
          "server",
          "output",
          "outputLength",
          "error");

  private LifecycleJson() {}

  static void write(JsonText json, LifecycleEvent event, int phase, long timestamp) {
    json.beginObject()
        .field("type", type(event))
        .field("phase", phase)
        .field("timestamp", timestamp);
    switch (event) {
      case ThinkingStart e -> {}
      case TextStart e -> {}
      case ThinkingDelta e -> json.field("content", e.content()).flag("newPart", e.isNewPart());
      case TextDelta e -> json.field("content", e.content());
      case StatusFound e ->
          json.field("description", e.status().description())
              .field("source", e.status().source().word());
      case ThinkingEnd e -> duration(json, e.millis());
      case TextEnd e -> json.field("finish_reason", e.finishReason());
      case ThinkingComplete e -> duration(json, e.millis()).field("thinking", e.thinking());
      case ToolCallDelta e -> {
        call(json, e.call());
        json.field("content", e.content()).flag("server", e.call().isServer());
      }
      case ToolCallStart e -> {
        call(json, e.call());
        json.field("arguments", e.arguments())
            .flag("server", e.call().isServer())
            .flag("cut", e.isCut());
      }
      case ToolMoved e -> {
        call(json, e.call());
        json.field("status", e.status()).flag("server", e.call().isServer());
      }
      case ToolResult e -> {
        call(json, e.call());
        json.field("success", e.success()).flag("server", e.call().isServer());
        result(json, e);
        detail(json, e.detail());
      }
      case WebSearch e -> json.name("data").value(e.data());
      case ArtifactComplete e -> detail(json, e.detail());
      case ImageComplete e -> detail(json, e.detail());
      case TextRepair e -> {
        if (e.of() != phase) {
          json.field("of", e.of());
        }
        json.field("from", e.from()).field("length", e.length()).field("content", e.content());
      }
      case Warning e -> {
        json.field("code", e.code()).field("message", e.message());
        if (!e.place().isNull()) {
          json.name("place").value(e.place());
        }
      }
      case TryFailed e ->
          json.field("provider", e.told().provider())
              .fieldIfAny("model", e.told().modelName())
              .field("code", e.told().code())
              .field("message", e.told().message())
              .fieldIfAny("next", e.told().next())
              .fieldIfAny("nextModel", e.told().nextModel())
              .field("wait_ms", e.told().waitMillis());
      case SeamTold e ->
          json.field("provider", e.told().provider())
              .fieldIfAny("model", e.told().modelName())
              .field("next", e.told().nextProvider())
              .fieldIfAny("nextModel", e.told().nextModel())
              .field("way", e.told().way())
              .field("at", e.at())
              .field("overlap", e.told().overlap())
              .field("message", e.told().message());
      case Failed e ->
          json.field("code", e.problem().code())
              .field("message", e.problem().message())
              .field("retryable", e.problem().retryable());
    }
    json.endObject();
  }

  static String type(LifecycleEvent event) {
    return switch (event) {
      case ThinkingStart e -> "thinking_start";
      case ThinkingDelta e -> "thinking_delta";
      case StatusFound e -> "status";
      case ThinkingEnd e -> "thinking_end";
      case TextStart e -> "text_start";
      case TextDelta e -> "text_delta";
      case TextEnd e -> "text_end";
      case ThinkingComplete e -> "thinking_complete";
      case ToolCallDelta e -> "tool_call_delta";
      case ToolCallStart e -> "tool_call_start";
      case ToolMoved e -> "tool_progress";
      case ToolResult e -> "tool_result";
      case WebSearch e -> "web_search";
      case ArtifactComplete e -> "artifact_complete";
      case ImageComplete e -> "image_complete";
      case TextRepair e -> "text_repair";
      case Warning e -> "warning";
      case TryFailed e -> "failed_try";
      case SeamTold e -> "seam";
      case Failed e -> "error";
    };
  }

  /** A text delta as a chunk of OpenAI's chat dialect. */
  static void chatChunk(
      JsonText json,
      String content,
      @Nullable String responseId,
      @Nullable String modelName,
      long timestamp) {
    json.beginObject()
        .field("id", responseId == null ? "chatcmpl-weir" : responseId)
        .field("object", "chat.completion.chunk")
        .field("created", timestamp / MILLIS)
        .field("model", modelName == null ? "" : modelName)
        .name("choices")
        .beginArray()
        .beginObject()
        .field("index", 0)
        .name("delta")
        .beginObject()
        .field("content", content)
        .endObject()
        .fieldOrNull("finish_reason", null)
        .endObject()
        .endArray()
        .endObject();
  }

  private static void call(JsonText json, Called call) {
    json.fieldOrNull("toolCallId", call.id()).fieldOrNull("toolName", call.name());
    if (call.number() >= 0) {
      json.field("call", call.number());
    }
  }

  private static void result(JsonText json, ToolResult result) {
    json.fieldIfAny("output", result.output().isEmpty() ? null : result.output());
    if (result.outputLength() > result.output().length()) {
      json.field("outputLength", result.outputLength());
    }
    String error = result.error();
    json.fieldIfAny("error", error == null || error.isEmpty() ? null : error);
  }

  private static JsonText duration(JsonText json, long millis) {
    return json.field("duration", millis / MILLIS).field("duration_ms", millis);
  }

  /** Writes the caller's own fields; ours cannot be overwritten. */
  private static void detail(JsonText json, Json detail) {
    detail
        .fields()
        .forEach((name, value) -> {
          if (!OUR_FIELDS.contains(name)) {
            json.name(name).value(value);
          }
        });
  }
}
