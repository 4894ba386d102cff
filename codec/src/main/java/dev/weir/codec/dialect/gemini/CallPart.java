package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole call. Its arguments are an object: free text becomes a field {@code input}, and what the
 * model wrote that is not JSON becomes a field {@code INVALID_JSON}.
 *
 * @param args absent for a call that was cut, which is then written as one that never ends
 */
record CallPart(@Nullable String id, @Nullable String name, @Nullable Json args) {

  static CallPart of(BlockStart start, BlockEnd end, String arguments, Losses losses) {
    boolean isFreeText = start.origin().getOrDefault("type", "").startsWith("custom");
    Json args = args(arguments, isFreeText, end.complete());
    if (args == null) {
      losses.add(end, "arguments", "arguments that were cut are not JSON, and are left out");
    } else if (!JsonText.canonical(args).equals(arguments)) {
      losses.add(end, "arguments", "only the value of the arguments is kept, not their spelling");
      losses.add(start, "arguments", "only the value of the arguments is kept");
    }
    return new CallPart(start.id(), start.name(), args);
  }

  static CallPart of(Response.Block call) {
    return new CallPart(call.id(), call.name(), args(call.text(), false, /* complete= */ true));
  }

  private static @Nullable Json args(String arguments, boolean isFreeText, boolean complete) {
    if (isFreeText) {
      return field("input", arguments);
    }
    if (arguments.isBlank()) {
      return new Json.Fields(Map.of());
    }
    Json object = ProviderJson.object(arguments);
    return object != null || !complete ? object : field("INVALID_JSON", arguments);
  }

  private static Json field(String name, String text) {
    return new Json.Fields(Map.of(name, new Json.Text(text)));
  }

  void write(JsonText json) {
    json.name("functionCall").beginObject().fieldIfAny("id", id).fieldIfAny("name", name);
    if (args != null) {
      json.name("args").value(args);
    } else {
      json.field("willContinue", true);
    }
    json.endObject();
  }
}
