package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class StoredResponsesTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.of("answers: [{say: [{text: Fine.}]}]");
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static HttpResponse<byte[]> ask(String more) throws Exception {
    return Caller.post(
        simulator, "/v1/responses", "{\"model\":\"m\",\"input\":\"Hi\"" + more + "}");
  }

  private static Json json(byte[] body) {
    return new JsonReader(/* maxDepth= */ 50, 1 << 20).read(Bytes.of(body));
  }

  @Test
  void aWholeResponseIsFoundByItsId() throws Exception {
    byte[] given = ask("").body();

    HttpResponse<byte[]> found =
        Caller.get(simulator, "/v1/responses/" + json(given).get("id").text());

    assertThat(found.statusCode()).isEqualTo(200);
    assertThat(json(found.body())).isEqualTo(json(given));
  }

  @Test
  void aStreamedResponseIsFoundWholeByItsId() throws Exception {
    String stream = new String(ask(",\"stream\":true").body(), UTF_8);
    String id = stream.replaceFirst("(?s).*?\"id\":\"(resp_[^\"]+)\".*", "$1");

    Json found = json(Caller.get(simulator, "/v1/responses/" + id).body());

    assertThat(found.get("status").text()).isEqualTo("completed");
    assertThat(found.get("output").at(0).get("content").at(0).get("text").text())
        .isEqualTo("Fine.");
    assertThat(stream).contains(found.toText());
  }

  @Test
  void aResponseThatWasNotToBeStoredIsNotFound() throws Exception {
    String id = json(ask(",\"store\":false").body()).get("id").textOrEmpty();

    HttpResponse<byte[]> missing = Caller.get(simulator, "/v1/responses/" + id);

    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(json(missing.body()).get("error").get("message").text())
        .isEqualTo("Response with id '%s' not found.".formatted(id));
  }
}
