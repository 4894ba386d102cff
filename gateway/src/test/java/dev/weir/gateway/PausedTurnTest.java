package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that pauses in the middle of its answer. */
final class PausedTurnTest {
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  private static List<StreamEvent> ending(ResponseEnd end, String words) {
    List<StreamEvent> events = new ArrayList<>(ScriptedUpstream.answer(words));
    events.set(events.size() - 1, end);
    return events;
  }

  @Test
  void isAskedToGoOnInTheSameStreamAndTheConversationKeepsBothParts() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String id = gateway.detached();
      var usage = new Usage(10L, 5L, null, null, null);
      upstream.next().say(ending(new ResponseEnd(Verdict.PAUSED, "pause_turn", usage), "Half, "));
      ScriptedUpstream.Call further = upstream.next();
      assertThat(texts(further.request.messages())).containsExactly("Half, ");
      further.say(ending(new ResponseEnd(Verdict.COMPLETE, "end_turn", usage), "and whole."));

      assertThat(gateway.awaitEnd(id).get("verdict").text()).isEqualTo("COMPLETE");
      assertThat(gateway.body("/v1/streams/" + id + "/events"))
          .containsSubsequence(
              "\"content\":\"Half, \"",
              "\"finish_reason\":\"pause\"",
              "\"type\":\"thinking_start\",\"phase\":1",
              "\"content\":\"and whole.\"",
              "\"finish_reason\":\"stop\"",
              "data: [DONE]")
          .doesNotContain("\"type\":\"error\"");
      assertThat(gateway.body("/v1/streams/" + id + "/metrics"))
          .containsSubsequence("\"verdict\":\"PAUSED\"", "\"verdict\":\"COMPLETE\"");

      String next =
          "{\"detach\":true,\"after\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"More\"}]}"
              .formatted(id);
      assertThat(gateway.send(gateway.chat(next)).statusCode()).isEqualTo(202);
      assertThat(texts(upstream.next().request.messages())).containsExactly("Half, ", "and whole.");
    }
  }

  private static List<String> texts(List<Message> messages) {
    return messages.stream()
        .filter(Message.Earlier.class::isInstance)
        .map(message -> ((Message.Earlier) message).response().text(BlockKind.TEXT))
        .toList();
  }
}
