package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.tool.Tool;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.tool.ArtifactMaker;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Front ends of others, which keep their conversations and come back by their own names. */
final class FrontEndTest {
  private static final String USER =
      "{\"role\":\"user\",\"id\":\"u1\",\"parts\":[{\"type\":\"text\",\"text\":\"Warm?\"}]}";
  private static final JsonReader READER = new JsonReader(64, 1 << 24);

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  private static HttpRequest post(RunningGateway gateway, String path, String body) {
    return gateway
        .request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static String useChat(String chat, String messages) {
    return "{\"id\":\"%s\",\"trigger\":\"submit-message\",\"model\":\"model-1\",\"messages\":[%s]}"
        .formatted(chat, messages);
  }

  private static String read(HttpResponse<InputStream> response) throws Exception {
    try (InputStream body = response.body()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<Json> chunks(String body) {
    List<Json> chunks = new ArrayList<>();
    body.lines()
        .filter(line -> line.startsWith("data: {"))
        .forEach(line -> chunks.add(READER.read(line.substring(6))));
    return chunks;
  }

  @Test
  void anAnswerIsReadWhileItIsLiveAndTheSameLaterAndAfterARestart() throws Exception {
    String told;
    String id;
    GatewayOptions options = GatewayOptions.local(0, folder);
    try (var gateway = RunningGateway.start(options, upstream)) {
      HttpResponse<InputStream> first =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c/1", USER)));
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.headers().firstValue("x-vercel-ai-ui-message-stream")).hasValue("v1");
      id = first.headers().firstValue("Weir-Stream-Id").orElseThrow();
      List<StreamEvent> answer = ScriptedUpstream.answer("It ", "is ", "9.");
      ScriptedUpstream.Call call = upstream.next();
      call.say(answer.subList(0, 7));
      gateway.awaitEvents(id, 7);

      HttpResponse<InputStream> again =
          gateway.open(gateway.request("/v1/ui/chat/c%2F1/stream").build());
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(again.headers().firstValue("x-vercel-ai-ui-message-stream")).hasValue("v1");
      HttpResponse<InputStream> rest =
          gateway.open(
              gateway.request("/v1/ui/chat/c%2F1/stream").header("Last-Event-ID", "3").build());
      call.say(answer.subList(7, answer.size()));

      told = read(first);
      assertThat(told).endsWith("data: [DONE]\n\n");
      assertThat(read(again)).isEqualTo(told);
      assertThat(read(rest)).isEqualTo(told.substring(told.indexOf("id: 4\n")));
      gateway.awaitEnd(id);
      assertThat(gateway.get("/v1/ui/chat/c%2F1/stream").statusCode()).isEqualTo(204);
      assertThat(gateway.body("/v1/ui/chat/c%2F1/stream?after=5"))
          .isEqualTo(told.substring(told.indexOf("id: 6\n")));
      assertThat(gateway.get("/v1/ui/chat/c%2F1/stream?after=500").statusCode()).isEqualTo(409);
      assertThat(gateway.get("/v1/ui/chat/c%2F1/stream?after=x").statusCode()).isEqualTo(400);
    }
    try (var gateway = RunningGateway.start(options, upstream)) {
      assertThat(gateway.body("/v1/streams/" + id + "/events?format=vercel-ui")).isEqualTo(told);
      assertThat(gateway.body("/v1/ui/chat/c%2F1/stream?after=2"))
          .isEqualTo(told.substring(told.indexOf("id: 3\n")));
      assertThat(gateway.get("/v1/ui/chat/other/stream?after=2").statusCode()).isEqualTo(204);
    }
  }

  @Test
  void whatARestartCutIsFoundAgainWithItsEndUntilAnotherAnswerFollows() throws Exception {
    GatewayOptions options = GatewayOptions.local(0, folder);
    String id;
    try (var gateway = RunningGateway.start(options, upstream)) {
      HttpResponse<InputStream> first =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c", USER)));
      id = first.headers().firstValue("Weir-Stream-Id").orElseThrow();
      upstream.next().say(ScriptedUpstream.answer("It ", "is ", "9.").subList(0, 7));
      gateway.awaitEvents(id, 7);
      first.body().close();
    }
    try (var gateway = RunningGateway.start(options, upstream)) {
      HttpResponse<String> again = gateway.get("/v1/ui/chat/c/stream");
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(again.body())
          .isEqualTo(gateway.body("/v1/streams/" + id + "/events?format=vercel-ui"))
          .contains("\"type\":\"error\"")
          .endsWith("data: [DONE]\n\n");
      HttpResponse<InputStream> next =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c", USER)));
      upstream.next().say(ScriptedUpstream.answer("9."));
      read(next);
      assertThat(gateway.get("/v1/ui/chat/c/stream").statusCode()).isEqualTo(204);
    }
  }

  /** Reasoning with what only its provider can read. */
  private static List<StreamEvent> sealedAnswer() {
    var thinking = new BlockId(0, 0);
    var text = new BlockId(0, 1);
    return List.of(
        new ResponseStart("resp-1", "model-1"),
        ScriptedUpstream.start(thinking, BlockKind.REASONING),
        new BlockDelta(thinking, "Hm"),
        new BlockEnd(
            thinking,
            true,
            new Reasoning(null, List.of(), null, "the provider's signature", false),
            null,
            null,
            null),
        ScriptedUpstream.start(text, BlockKind.TEXT),
        new BlockDelta(text, "9"),
        ScriptedUpstream.end(text),
        new ResponseEnd(Verdict.COMPLETE, "end_turn", null));
  }

  @Test
  void reasoningComesBackToItsProviderThroughTheFrontEnd() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      HttpResponse<InputStream> first =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c", USER)));
      upstream.next().say(sealedAnswer());
      String told = read(first);
      assertThat(told).doesNotContain("the provider's signature");
      String seal =
          chunks(told).stream()
              .filter(chunk -> chunk.get("type").textOrEmpty().equals("reasoning-end"))
              .map(chunk -> chunk.get("providerMetadata").toText())
              .findFirst()
              .orElseThrow();
      String answer =
          ("{\"role\":\"assistant\",\"id\":\"a\",\"parts\":[{\"type\":\"step-start\"},"
                  + "{\"type\":\"reasoning\",\"text\":\"Hm\",\"providerMetadata\":%s},"
                  + "{\"type\":\"text\",\"text\":\"9\"}]}")
              .formatted(seal);
      HttpResponse<InputStream> second =
          gateway.open(
              post(gateway, "/v1/ui/chat", useChat("c", USER + "," + answer + "," + USER)));
      ScriptedUpstream.Call call = upstream.next();
      Message.Earlier earlier = (Message.Earlier) call.request.messages().get(1);
      Response.Block thinking = earlier.response().blocks().getFirst();
      assertThat(earlier.dialect()).isEqualTo("anthropic");
      assertThat(thinking.text()).isEqualTo("Hm");
      assertThat(thinking.reasoning())
          .isEqualTo(new Reasoning(null, List.of(), null, "the provider's signature", false));
      call.say(ScriptedUpstream.answer("Yes"));
      read(second);
    }
  }

  @Test
  void theGatewaysToolsRunAndTheirOutputsAreTold() throws Exception {
    Tool tool = new ArtifactMaker();
    try (var gateway = RunningGateway.start(folder, upstream, tool)) {
      HttpResponse<InputStream> response =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c", USER)));
      var block = new BlockId(0, 0);
      String arguments = "{\"title\":\"T\",\"kind\":\"html\",\"content\":\"<p>x</p>\"}";
      ScriptedUpstream.Call call = upstream.next();
      call.say(
          new ResponseStart("r", "model-1"),
          new StreamEvent.BlockStart(
              block, BlockKind.TOOL_CALL, "call-1", tool.spec().name(), false, Map.of()),
          new BlockDelta(block, arguments),
          new BlockEnd(block, true, null, arguments, null, null),
          new ResponseEnd(Verdict.TOOL_CALLS, "tool_use", null));
      upstream.next().say(ScriptedUpstream.answer("Done"));
      assertThat(chunks(read(response)))
          .extracting(chunk -> chunk.get("type").textOrEmpty())
          .containsSubsequence(
              "start",
              "start-step",
              "tool-input-start",
              "tool-input-delta",
              "tool-input-available",
              "finish-step",
              "start-step",
              "text-delta",
              "finish-step",
              "finish")
          .containsAnyOf("tool-output-available", "tool-output-error");
    }
  }

  @Test
  void whoStopsAnAnswerIsToldAndItIsNotACleanEnd() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      HttpResponse<InputStream> response =
          gateway.open(post(gateway, "/v1/ui/chat", useChat("c", USER)));
      upstream.next().say(ScriptedUpstream.answer("x").subList(0, 4));
      HttpRequest stop = gateway.request("/v1/ui/chat/c/stream").DELETE().build();
      assertThat(gateway.send(stop).statusCode()).isEqualTo(204);
      assertThat(chunks(read(response)))
          .extracting(chunk -> chunk.get("type").textOrEmpty())
          .endsWith("abort", "error")
          .doesNotContain("finish");
    }
  }

  @Test
  void whatIsWrongInTheRequestIsNamed() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      HttpResponse<String> response =
          gateway.send(post(gateway, "/v1/ui/chat", "{\"id\":\"c\",\"messages\":[]}"));
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("messages: an array of UI messages");
    }
  }

  @Test
  void whoJoinsARunLateGetsItsMessagesAndWhatIsOpen() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String asked = "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"Warm?\"}]";
      String input = "{\"threadId\":\"t\",\"runId\":\"r\",\"messages\":%s}".formatted(asked);
      HttpResponse<InputStream> first = gateway.open(post(gateway, "/v1/ag-ui", input));
      String id = first.headers().firstValue("Weir-Stream-Id").orElseThrow();
      List<StreamEvent> answer = ScriptedUpstream.answer("It ", "is ", "9.");
      ScriptedUpstream.Call call = upstream.next();
      assertThat(call.request.messages()).containsExactly(Message.user("Warm?"));
      call.say(answer.subList(0, 7));
      gateway.awaitEvents(id, 7);
      HttpResponse<InputStream> late = gateway.open(gateway.request("/v1/ag-ui/t/stream").build());
      call.say(answer.subList(7, answer.size()));

      String told = read(first);
      assertThat(told).doesNotContain("[DONE]").contains("RUN_FINISHED");
      List<Json> joined = chunks(read(late));
      assertThat(joined)
          .extracting(event -> event.get("type").textOrEmpty())
          .containsExactly(
              "RUN_STARTED",
              "MESSAGES_SNAPSHOT",
              "TEXT_MESSAGE_START",
              "TEXT_MESSAGE_CONTENT",
              "TEXT_MESSAGE_CONTENT",
              "TEXT_MESSAGE_END",
              "RUN_FINISHED");
      Json messages = joined.get(1).get("messages");
      assertThat(messages.at(0)).isEqualTo(READER.read(asked).at(0));
      assertThat(messages.at(2).get("content").text()).isEqualTo("It ");
      gateway.awaitEnd(id);
      assertThat(gateway.get("/v1/ag-ui/t/stream").statusCode()).isEqualTo(204);
      assertThat(gateway.body("/v1/ag-ui/t/stream?after=3"))
          .isEqualTo(told.substring(told.indexOf("id: 4\n")));
      assertThat(gateway.send(post(gateway, "/v1/ag-ui", "{\"messages\":[]}")).body())
          .contains("messages: an array with at least one message");
    }
  }
}
