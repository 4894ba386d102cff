package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the data of parts that only this dialect has: code, its results, tools and media. */
final class ProviderPart {
  private ProviderPart() {}

  static void write(JsonText json, BlockStart start, @Nullable String source, String text) {
    write(json, start.kind(), start.id(), start.name(), start.origin(), source, text);
  }

  static void write(JsonText json, Response.Block block) {
    write(
        json, block.kind(), block.id(), block.name(), block.origin(), block.source(), block.text());
  }

  private static void write(
      JsonText json,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      Map<String, String> origin,
      @Nullable String source,
      String text) {
    Json tool = ProviderJson.object(source);
    if (kind == BlockKind.MEDIA) {
      media(json, name, text);
    } else if (tool != null) {
      json.name(kind == BlockKind.SERVER_TOOL ? "toolCall" : "toolResponse").value(tool);
    } else if (kind == BlockKind.SERVER_TOOL) {
      json.name("executableCode").beginObject().fieldIfAny("id", id);
      json.fieldIfAny("language", origin.get("language")).field("code", text).endObject();
    } else {
      json.name("codeExecutionResult").beginObject().fieldIfAny("id", id);
      json.fieldIfAny("outcome", origin.get("outcome")).field("output", text).endObject();
    }
  }

  private static void media(JsonText json, @Nullable String type, String data) {
    // Base64 never has a colon, an address always does.
    boolean isAddress = data.indexOf(':') >= 0;
    json.name(isAddress ? "fileData" : "inlineData").beginObject().fieldIfAny("mimeType", type);
    json.field(isAddress ? "fileUri" : "data", data).endObject();
  }
}
