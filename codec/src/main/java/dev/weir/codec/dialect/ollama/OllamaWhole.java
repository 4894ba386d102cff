package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.JoinedFields;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.util.List;
import java.util.Set;

/** Joins the lines of an answer into the one line of a whole answer. */
final class OllamaWhole {
  private static final Set<String> GROWING = Set.of("content", "thinking", "response");

  private OllamaWhole() {}

  static String of(List<Frame> frames) {
    var whole = new JoinedFields(GROWING);
    for (Frame frame : frames) {
      Json line = ProviderJson.object(frame.data().toString());
      if (line != null) {
        whole.add(line);
      }
    }
    return whole.toJson().toText();
  }
}
