package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a server is asked how many tokens a request has, without answering it. */
public interface TokenCount {

  /** Where a server is asked, with MODEL for the model's name. */
  String path();

  /** The request whose tokens are to be counted, as it would be sent to be answered. */
  Json asked(Json body);

  /** What a server answers. */
  String answer(long tokens);

  /** What a client sends instead of a request. */
  Rendered ask(Rendered request);

  /** The number in an answer; absent if there is none. */
  @Nullable Long tokens(Json answer);

  /** An object with only these of its fields. */
  static Json only(Set<String> names, Json body) {
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    fields.keySet().retainAll(names);
    return new Json.Fields(fields);
  }
}
