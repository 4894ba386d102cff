package dev.weir.interop.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.frontend.FrontEndTurns;
import dev.weir.codec.frontend.agui.AgUi;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.NpmPackage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client of AG-UI, which has its verifier check every event. */
class AgUiTest {
  private static final NpmPackage CLIENT =
      new NpmPackage("@ag-ui/client", "1.0.0", "dist/index.mjs");
  private static final AgUi FRONT_END = new AgUi();
  private static final Json ASKED =
      new JsonReader(9, 999).read("[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"Warm?\"}]");

  private static void write(JsonText json, List<Frame> frames) {
    var framing = StreamForm.EVENTS.framing().get();
    json.beginArray();
    frames.forEach(frame -> json.value(new String(framing.encode(frame), UTF_8)));
    json.endArray();
  }

  /** The turns as their frames, and what one who joins after so many of them gets. */
  private static String turns() {
    var json = new JsonText().beginArray();
    FrontEndTurns.all().forEach((name, events) -> turn(json, name, events));
    return json.endArray().toString();
  }

  private static void turn(JsonText json, String name, List<StreamEvent> events) {
    List<Frame> frames = new ArrayList<>();
    events.forEach(FRONT_END.encoder(FrontEndTurns.PLACE, frames::add));
    json.beginObject().field("name", name).name("frames");
    write(json, frames);
    json.name("joins").beginArray();
    for (int at = 0; at <= frames.size(); at++) {
      var join = FRONT_END.lateJoin(ASKED).orElseThrow();
      frames.subList(0, at).forEach(join::frame);
      write(json, join.frames());
    }
    json.endArray().endObject();
  }

  @Test
  void itReadsTheSameFromTheBeginningAndJoinedLateAnywhere() throws Exception {
    Json results = NodeScript.run("agui.mjs", CLIENT, turns());
    assertThat(results.items()).hasSameSizeAs(FrontEndTurns.all().keySet());
    for (Json result : results.items()) {
      String name = result.get("name").textOrEmpty();
      assertThat(result.get("wrong").items()).as(name).isEmpty();
      boolean isHalf = name.matches("ends (FAILED|TRUNCATED|CANCELLED|STALLED)");
      assertThat(result.get("error").text())
          .as(name)
          .isEqualTo(isHalf ? "The answer was cut" : null);
    }
    assertThat(results.at(0).get("messages").items().stream().map(m -> m.get("role").textOrEmpty()))
        .containsExactly(
            "user",
            "reasoning",
            "reasoning",
            "assistant",
            "tool",
            "tool",
            "assistant",
            "tool",
            "assistant");
  }
}
