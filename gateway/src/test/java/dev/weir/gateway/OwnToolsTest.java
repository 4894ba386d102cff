package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Message.ToolOutputs;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.tool.ArtifactMaker;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that a client describes and runs itself. */
final class OwnToolsTest {
  private static final String WEATHER =
      "{\"name\":\"weather\",\"description\":\"Now\",\"parameters\":{\"type\":\"object\"}}";

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  private static List<StreamEvent> calls(String... ids) {
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart("resp-1", "model-1"));
    for (int i = 0; i < ids.length; i++) {
      var block = new BlockId(0, i);
      String arguments = "{\"city\":\"Bonn\"}";
      events.add(
          new BlockStart(
              block, BlockKind.TOOL_CALL, ids[i], "weather", /* synthetic= */ false, Map.of()));
      events.add(new BlockDelta(block, arguments));
      events.add(new BlockEnd(block, /* complete= */ true, null, arguments, null, null));
    }
    events.add(new ResponseEnd(Verdict.TOOL_CALLS, "tool_use", null));
    return events;
  }

  private static String asking(String tools) {
    return "{\"detach\":true,\"tools\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"Warm?\"}]}"
        .formatted(tools);
  }

  private static String answering(String after, String messages) {
    return "{\"detach\":true,\"after\":\"%s\",\"tools\":[%s],\"messages\":[%s]}"
        .formatted(after, WEATHER, messages);
  }

  private static String gave(String callId, String content) {
    return "{\"role\":\"tool\",\"toolCallId\":\"%s\",\"content\":\"%s\"}"
        .formatted(callId, content);
  }

  private static String idOf(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    return response.body().replaceAll(".*\"id\":\"([0-9a-f]+)\".*", "$1");
  }

  @Test
  void aCallOfAClientsToolEndsTheStreamAndItsResultContinuesIt() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream, new ArtifactMaker())) {
      String first =
          idOf(gateway.send(gateway.chat(asking("[\"make_artifact\"," + WEATHER + "]"))));
      ScriptedUpstream.Call call = upstream.next();
      assertThat(call.request.tools())
          .extracting(ToolSpec::name)
          .containsExactlyInAnyOrder("weather", "make_artifact");
      call.say(calls("call-1", "call-2", "call-3"));
      assertThat(gateway.awaitEnd(first).get("verdict").text()).isEqualTo("TOOL_CALLS");

      String results =
          gave("call-2", "9 degrees")
              + ",{\"role\":\"tool\",\"toolCallId\":\"call-1\",\"content\":\"no such city\",\"success\":false}"
              + ",{\"role\":\"user\",\"content\":\"Be short.\"}";
      String second = idOf(gateway.send(gateway.chat(answering(first, results))));
      ScriptedUpstream.Call next = upstream.next();
      List<Message> asked = next.request.messages();
      assertThat(asked).hasSize(4);
      assertThat(asked.get(1)).isInstanceOf(Message.Earlier.class);
      assertThat(asked.get(2))
          .isEqualTo(
              new ToolOutputs(
                  List.of(
                      new ToolOutput("call-1", "weather", "no such city", /* isError= */ true),
                      new ToolOutput("call-2", "weather", "9 degrees", /* isError= */ false),
                      new ToolOutput(
                          "call-3",
                          "weather",
                          "Not run: the turn ended before.",
                          /* isError= */ true))));
      assertThat(asked.get(3)).isEqualTo(Message.user("Be short."));
      next.say(ScriptedUpstream.answer("It is cool."));
      Json kept = gateway.awaitEnd(second);
      assertThat(kept.get("after").text()).isEqualTo(first);
      assertThat(kept.get("asked").at(2).get("content").text()).isEqualTo("Be short.");

      // A third turn has all of it, results in their places.
      idOf(
          gateway.send(
              gateway.chat(asking("[]").replaceFirst("[{]", "{\"after\":\"" + second + "\","))));
      List<Message> all = upstream.next().request.messages();
      assertThat(all.subList(0, 4)).isEqualTo(asked);
      assertThat(all).hasSize(6);
    }
  }

  @Test
  void aResultThatAnswersNothingIsRefused() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String first = idOf(gateway.send(gateway.chat(asking("[" + WEATHER + "]"))));
      upstream.next().say(calls("call-1"));
      gateway.awaitEnd(first);
      assertRefused(
          gateway,
          answering(first, gave("call-9", "x")),
          "made no call \\\"call-9\\\"; it made call-1 (weather)");
      assertRefused(
          gateway,
          answering(first, "{\"role\":\"user\",\"content\":\"x\"}," + gave("call-1", "x")),
          "come first");
      assertRefused(
          gateway, answering(first, "{\"role\":\"tool\",\"content\":\"x\"}"), "toolCallId");
      assertRefused(
          gateway,
          answering(first, gave("call-1", "x")).replaceFirst("\"after\":\"[^\"]*\",", ""),
          "after");
      assertRefused(
          gateway, asking("[{\"name\":\"a b\",\"parameters\":{}}]"), "describes one of yours");
      assertRefused(gateway, asking("[{\"name\":\"a\"}]"), "JSON schema");
      assertRefused(gateway, asking("[" + WEATHER + "," + WEATHER + "]"), "Two");
      assertRefused(gateway, asking("\"weather\""), "array");
    }
  }

  private static void assertRefused(RunningGateway gateway, String body, String why)
      throws Exception {
    HttpResponse<String> response = gateway.send(gateway.chat(body));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains(why);
  }
}
