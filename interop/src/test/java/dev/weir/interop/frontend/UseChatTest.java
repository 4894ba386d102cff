package dev.weir.interop.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.FrontEndTurns;
import dev.weir.codec.frontend.vercel.UiMessageStream;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.NpmPackage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The core of {@code useChat}, with the schema by which it takes chunks. */
class UseChatTest {
  private static final NpmPackage AI = new NpmPackage("ai", "7.0.169", "dist/index.js");

  /** The turns as their bytes on the wire, frame by frame. */
  static String turns(FrontEnd frontEnd) {
    var json = new JsonText().beginArray();
    FrontEndTurns.all()
        .forEach((name, events) -> {
          json.beginObject().field("name", name).name("frames").beginArray();
          frames(frontEnd, events).forEach(json::value);
          json.endArray().endObject();
        });
    return json.endArray().toString();
  }

  private static List<String> frames(FrontEnd frontEnd, List<StreamEvent> events) {
    List<String> frames = new ArrayList<>();
    var framing = StreamForm.EVENTS.framing().get();
    var encoder =
        frontEnd.encoder(
            FrontEndTurns.PLACE, frame -> frames.add(new String(framing.encode(frame), UTF_8)));
    events.forEach(encoder);
    return frames;
  }

  @Test
  void itReadsTheSameWholeAndCutAnywhereAndResumed() throws Exception {
    Json results = NodeScript.run("vercel.mjs", AI, turns(new UiMessageStream()));
    assertThat(results.items()).hasSameSizeAs(FrontEndTurns.all().keySet());
    for (Json result : results.items()) {
      String name = result.get("name").textOrEmpty();
      assertThat(result.get("wrong").items()).as(name).isEmpty();
      boolean isHalf = name.matches("ends (FAILED|TRUNCATED|CANCELLED|STALLED)");
      assertThat(result.get("status").text()).as(name).isEqualTo(isHalf ? "error" : "ready");
    }
    Json whole = results.at(0).get("answer");
    assertThat(whole.get("id").text()).isEqualTo("answer-1");
    assertThat(
            whole.get("parts").items().stream()
                .map(part ->
                    "%s %s"
                        .formatted(
                            part.get("type").textOrEmpty(), part.get("state").textOrEmpty())))
        .containsExactly(
            "step-start ",
            "reasoning done",
            "reasoning done",
            "text done",
            "tool-weather output-available",
            "tool-weather output-error",
            "step-start ",
            "tool-web_search output-available",
            "text done",
            "source-url ",
            "file ");
  }
}
