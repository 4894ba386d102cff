package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Rendered;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gemini's {@code countTokens}, which takes contents alone, or a whole request inside another
 * object.
 */
final class GeminiTokenCount implements TokenCount {
  private static final String WHOLE = "generateContentRequest";

  @Override
  public String path() {
    return "/v1beta/models/MODEL:countTokens";
  }

  @Override
  public Json asked(Json body) {
    return body.get(WHOLE).isObject() ? body.get(WHOLE) : body;
  }

  @Override
  public String answer(long tokens) {
    return new JsonText().beginObject().field("totalTokens", tokens).endObject().toString();
  }

  @Override
  public Rendered ask(Rendered request) {
    String place = request.path().substring(0, request.path().lastIndexOf(':'));
    Map<String, Json> whole = new LinkedHashMap<>(request.body().fields());
    whole.put("model", new Json.Text(place.substring(1)));
    return new Rendered(
        place + ":countTokens",
        request.headers(),
        new Json.Fields(Map.of(WHOLE, new Json.Fields(whole))));
  }

  @Override
  public @Nullable Long tokens(Json answer) {
    return answer.get("totalTokens").number();
  }
}
