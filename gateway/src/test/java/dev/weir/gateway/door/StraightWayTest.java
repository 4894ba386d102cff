package dev.weir.gateway.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client and provider of one dialect: what Weir does not know gets through. */
class StraightWayTest {
  private static final String LONG = "x".repeat(2_000);

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile List<String> said = List.of();
  private HttpServer provider;
  @TempDir private Path folder;

  @BeforeEach
  void listen() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          String stream =
              said.stream()
                  .map(data -> "data: " + data.replace('\'', '"') + "\n\n")
                  .collect(Collectors.joining());
          exchange.getResponseBody().write(stream.getBytes(UTF_8));
          exchange.close();
        });
    provider.start();
  }

  @AfterEach
  void close() {
    provider.stop(0);
  }

  private RunningGateway start(Dialect dialect) throws IOException {
    Provider acme =
        Provider.builder("acme", dialect, "http://127.0.0.1:" + provider.getAddress().getPort())
            .defaultModel("m")
            .build();
    return RunningGateway.start(
        GatewayOptions.local(0, folder),
        transport -> new HttpUpstream(acme, transport, CallOptions.DEFAULT));
  }

  private static String post(RunningGateway gateway, String path, String body) throws Exception {
    return gateway
        .send(
            gateway
                .request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.replace('\'', '"')))
                .build())
        .body();
  }

  private static List<Json> chunks(String stream) {
    return stream
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> DoorGateway.json(line.substring(6)))
        .toList();
  }

  @Test
  void chatHasFieldsAndChunksThatNobodyKnows() throws Exception {
    try (var gateway = start(Dialects.OPENAI_CHAT)) {
      said =
          List.of(
              "{'id':'c','object':'chat.completion.chunk','model':'m','system_fingerprint':'fp','choices':[{'index':0,'delta':{'role':'assistant','content':'Hi','mood':'glad'},'logprobs':{'content':[{'token':'Hi','logprob':-1,'bytes':[72],'top_logprobs':[]}]}}]}",
              "{'object':'chat.news','what':'%s'}".formatted(LONG),
              "{'id':'c','object':'chat.completion.chunk','model':'m','choices':[{'index':0,'delta':{'mood':'glad'},'finish_reason':'stop','verdict':'fine'}],'timings':{'ms':3}}",
              "[DONE]");
      String ask = "{'model':'acme/m','stream':%s,'messages':[{'role':'user','content':'Hi'}]}";
      String streamed = post(gateway, "/v1/chat/completions", ask.formatted("true"));
      assertThat(streamed)
          .contains("\"what\":\"" + LONG + "\"")
          .contains("\"system_fingerprint\":\"fp\"")
          .contains("\"verdict\":\"fine\"")
          .contains("\"timings\":{\"ms\":3}")
          .contains("\"logprobs\":{\"content\":[{\"token\":\"Hi\"");
      // The same text twice is more of it, not a repetition.
      assertThat(streamed.split("\"mood\":\"glad\"", -1)).hasSize(3);
      Json whole = DoorGateway.json(post(gateway, "/v1/chat/completions", ask.formatted("false")));
      assertThat(whole.get("system_fingerprint").text()).isEqualTo("fp");
      assertThat(whole.get("timings").toText()).isEqualTo("{\"ms\":3}");
      assertThat(whole.get("choices").at(0).get("verdict").text()).isEqualTo("fine");
      assertThat(whole.get("choices").at(0).get("logprobs").get("content").items()).hasSize(1);
    }
  }

  @Test
  void anthropicHasEventsBlocksAndFieldsThatNobodyKnows() throws Exception {
    try (var gateway = start(Dialects.ANTHROPIC)) {
      said =
          List.of(
              "{'type':'message_start','message':{'id':'msg_1','model':'m','role':'assistant','content':[],'era':'late','usage':{'input_tokens':1}}}",
              "{'type':'message_news','what':'%s'}".formatted(LONG),
              "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':'','tone':'low'}}",
              "{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'Hi','pitch':2}}",
              "{'type':'content_block_delta','index':0,'delta':{'type':'tune_delta','tune':'la'}}",
              "{'type':'content_block_stop','index':0}",
              "{'type':'message_delta','delta':{'stop_reason':'stop_sequence','stop_sequence':'END'},'context_management':{'applied_edits':[1]},'usage':{'output_tokens':9}}",
              "{'type':'message_stop'}");
      String ask =
          "{'model':'acme/m','stream':%s,'max_tokens':9,'messages':[{'role':'user','content':'Hi'}]}";
      List<Json> streamed = chunks(post(gateway, "/v1/messages", ask.formatted("true")));
      assertThat(streamed.get(0).get("message").get("era").text()).isEqualTo("late");
      assertThat(streamed.get(1).get("what").text()).isEqualTo(LONG);
      assertThat(streamed.get(2).get("content_block").get("tone").text()).isEqualTo("low");
      assertThat(streamed.get(3).get("delta").get("pitch").number()).isEqualTo(2);
      assertThat(streamed.get(4).toText())
          .isEqualTo(
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"tune_delta\",\"tune\":\"la\"}}");
      Json stop = streamed.get(6);
      assertThat(stop.get("delta").get("stop_sequence").text()).isEqualTo("END");
      assertThat(stop.get("context_management").toText()).isEqualTo("{\"applied_edits\":[1]}");
      Json whole = DoorGateway.json(post(gateway, "/v1/messages", ask.formatted("false")));
      assertThat(whole.get("era").text()).isEqualTo("late");
      assertThat(whole.get("stop_sequence").text()).isEqualTo("END");
      assertThat(whole.get("content").at(0).get("tone").text()).isEqualTo("low");
    }
  }

  @Test
  void responsesTellWhatWasAskedAsTheProviderDoesAndNumberWhatNobodyKnows() throws Exception {
    try (var gateway = start(Dialects.OPENAI_RESPONSES)) {
      String response =
          "'id':'resp_x','object':'response','model':'m','service_tier':'flex','temperature':0.5,'news':{'a':1},'tools':[{'type':'web_search'}]";
      said =
          List.of(
              "{'type':'response.created','sequence_number':0,'response':{%s,'status':'in_progress','output':[]}}"
                  .formatted(response),
              "{'type':'response.in_progress','sequence_number':1,'response':{%s,'status':'in_progress','output':[]}}"
                  .formatted(response),
              "{'type':'response.output_item.added','sequence_number':2,'output_index':0,'item':{'id':'m1','type':'message','role':'assistant','content':[]}}",
              "{'type':'response.output_text.delta','sequence_number':3,'item_id':'m1','output_index':0,'content_index':0,'delta':'Hi'}",
              "{'type':'response.tune.delta','sequence_number':4,'tune':'%s'}".formatted(LONG),
              "{'type':'response.output_item.done','sequence_number':5,'output_index':0,'item':{'id':'m1','type':'message','status':'completed','role':'assistant','content':[{'type':'output_text','text':'Hi'}]}}",
              "{'type':'response.completed','sequence_number':6,'response':{%s,'status':'completed','output':[{'id':'m1','type':'message','status':'completed','role':'assistant','content':[{'type':'output_text','text':'Hi'}]}]}}"
                  .formatted(response));
      String ask = "{'model':'acme/m','stream':%s,'input':'Hi'}";
      List<Json> streamed = chunks(post(gateway, "/v1/responses", ask.formatted("true")));
      for (int i = 0; i < streamed.size(); i++) {
        assertThat(streamed.get(i).get("sequence_number").number()).isEqualTo(i);
      }
      assertThat(streamed).anyMatch(e -> LONG.equals(e.get("tune").text()));
      for (Json told :
          List.of(
              streamed.getLast().get("response"),
              DoorGateway.json(post(gateway, "/v1/responses", ask.formatted("false"))))) {
        assertThat(told.get("service_tier").text()).isEqualTo("flex");
        assertThat(told.get("temperature").toText()).isEqualTo("0.5");
        assertThat(told.get("news").toText()).isEqualTo("{\"a\":1}");
        assertThat(told.get("tools").toText()).isEqualTo("[{\"type\":\"web_search\"}]");
      }
    }
  }

  @Test
  void geminiHasPartsAndFieldsThatNobodyKnows() throws Exception {
    try (var gateway = start(Dialects.GEMINI)) {
      said =
          List.of(
              "{'promptFeedback':{'safetyRatings':[{'p':1}]},'candidates':[{'index':0,'avgLogprobs':-0.5,'content':{'role':'model','parts':[{'text':'Hi','tone':'low'}]}}],'modelVersion':'m','weather':'fair'}",
              "{'candidates':[{'index':0,'content':{'role':'model','parts':[{'text':'!'}]},'finishReason':'STOP'}],'modelVersion':'m'}");
      String ask = "{'contents':[{'role':'user','parts':[{'text':'Hi'}]}]}";
      String streamed = post(gateway, "/v1beta/models/acme%2Fm:streamGenerateContent?alt=sse", ask);
      assertThat(streamed)
          .contains("\"tone\":\"low\"")
          .contains("\"weather\":\"fair\"")
          .contains("\"avgLogprobs\":-0.5")
          .contains("\"safetyRatings\":[{\"p\":1}]");
    }
  }

  @Test
  void whatAClientOfChatDroppedIsFoundAgainInTheLog() throws Exception {
    try (var gateway = start(Dialects.OPENAI_CHAT)) {
      said =
          List.of(
              "{'id':'c','model':'m','choices':[{'index':0,'delta':{'role':'assistant','reasoning_details':[{'type':'reasoning.encrypted','data':'b3BhcXVl','index':0}]}}]}",
              "{'id':'c','model':'m','choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'call_7','type':'function','function':{'name':'f','arguments':'{}'},'extra_content':{'google':{'thought_signature':'c2ln'}}}]},'finish_reason':'tool_calls'}]}",
              "[DONE]");
      String ask =
          "{'model':'acme/m','odd':1,'messages':[{'role':'user','content':'Hi'}%s],'tools':[{'type':'function','function':{'name':'f'}}]}";
      post(gateway, "/v1/chat/completions", ask.formatted(""));
      String bare =
          ",{'role':'assistant','content':null,'tool_calls':[{'id':'call_7','type':'function','function':{'name':'f','arguments':'{}'}}]},"
              + "{'role':'tool','tool_call_id':'call_7','content':'ok'}";
      post(gateway, "/v1/chat/completions", ask.formatted(bare));
      assertThat(asked.getLast()).contains("b3BhcXVl").contains("c2ln").contains("\"odd\":1");
      String kept =
          bare.replace("'content':null", "'content':null,'reasoning_details':[{'data':'own'}]");
      post(gateway, "/v1/chat/completions", ask.formatted(kept));
      assertThat(asked.getLast()).contains("\"own\"").doesNotContain("b3BhcXVl");
    }
  }
}
