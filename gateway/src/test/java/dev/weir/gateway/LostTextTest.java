package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text of which a chunk was lost, through the whole gateway. */
class LostTextTest {
  private static final String WHOLE =
      "{\"type\":\"message\",\"id\":\"i\",\"content\":[{\"type\":\"output_text\",\"text\":\"One two three\"}]}";

  private HttpServer provider;
  private String output = "";
  @TempDir private Path folder;

  @BeforeEach
  void listen() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(stream().getBytes(UTF_8));
          exchange.close();
        });
    provider.start();
  }

  @AfterEach
  void close() {
    provider.stop(0);
  }

  private String stream() {
    return """
    data: {"type":"response.created","sequence_number":0,"response":{"id":"r1","model":"m"}}

    data: {"type":"response.output_text.delta","sequence_number":1,"output_index":0,"content_index":0,"item_id":"i","delta":"One "}

    data: {"type":"response.output_text.delta","sequence_number":3,"output_index":0,"content_index":0,"item_id":"i","delta":"three"}

    data: {"type":"response.completed","sequence_number":4,"response":{"id":"r1","model":"m","output":[%s]}}

    """
        .formatted(output);
  }

  private RunningGateway start() throws IOException {
    Provider acme =
        Provider.builder(
                "acme",
                Dialects.OPENAI_RESPONSES,
                "http://127.0.0.1:" + provider.getAddress().getPort())
            .defaultModel("m")
            .build();
    return RunningGateway.start(
        GatewayOptions.local(0, folder),
        transport -> new HttpUpstream(acme, transport, CallOptions.DEFAULT));
  }

  @Test
  void whatTheFinalPayloadSaysIsInTheFramesAndInTheMessageAlsoAfterARestart() throws Exception {
    output = WHOLE;
    String id;
    String message;
    try (var gateway = start()) {
      id = gateway.detached();
      message = gateway.awaitEnd(id).get("message").toText();
      assertThat(message)
          .contains("\"text\":\"One two three\"")
          .contains("\"verdict\":\"COMPLETE\"")
          .doesNotContain("warnings");
      assertThat(gateway.body("/v1/streams/" + id + "/events"))
          .contains("\"type\":\"text_repair\"")
          .contains("\"from\":0,\"length\":9,\"content\":\"One two three\"")
          .doesNotContain("\"type\":\"warning\"");
      assertThat(gateway.body("/v1/streams/" + id + "/metrics"))
          .contains("\"repaired\":1,\"unrepaired\":0");
    }
    try (var restarted = start()) {
      assertThat(restarted.json("/v1/streams/" + id).get("message").toText()).isEqualTo(message);
    }
  }

  @Test
  void whatNothingSaysIsAWarningInTheFramesAndInTheMessage() throws Exception {
    try (var gateway = start()) {
      String id = gateway.detached();
      Json message = gateway.awaitEnd(id).get("message");
      assertThat(message.get("text").text()).isEqualTo("One three");
      assertThat(message.get("warnings").items())
          .singleElement()
          .satisfies(warning -> {
            assertThat(warning.get("code").text()).isEqualTo("sequence_gap");
            assertThat(warning.get("at").number()).isEqualTo("One ".length());
          });
      assertThat(gateway.body("/v1/streams/" + id + "/events"))
          .contains("\"type\":\"warning\"")
          .contains("\"place\":{\"in\":\"text\",\"phase\":0,\"at\":4}");
      assertThat(gateway.body("/v1/streams/" + id + "/metrics"))
          .contains("\"repaired\":0,\"unrepaired\":1");
    }
  }
}
