package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelListsTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static Json get(String path, String... headers) throws Exception {
    HttpResponse<byte[]> response = Caller.get(simulator, path, headers);
    assertThat(response.statusCode()).isEqualTo(200);
    return new JsonReader(/* maxDepth= */ 50, 1 << 20).read(Bytes.of(response.body()));
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/models, data, id, sim-1",
    "/openai/v1/models, data, id, sim-1",
    "/v1beta/models, models, name, models/sim-1",
    "/api/tags, models, name, sim-1",
  })
  void eachDialectListsModelsItsOwnWay(String path, String list, String field, String first)
      throws Exception {
    List<Json> models = get(path).get(list).items();
    assertThat(models.getFirst().get(field).text()).isEqualTo(first);
    assertThat(models)
        .extracting(model -> model.get(field).textOrEmpty())
        .anyMatch(name -> name.endsWith("sim-fault-429"));
  }

  @Test
  void anthropicIsKnownByItsHeader() throws Exception {
    Json first =
        get("/v1/models", "anthropic-version", "2023-06-01").get("data").items().getFirst();
    assertThat(first.get("type").text()).isEqualTo("model");
    assertThat(first.get("display_name").text()).isEqualTo("sim-1");
  }

  @Test
  void otherPathsSayWhatIsHere() throws Exception {
    HttpResponse<byte[]> welcome = Caller.get(simulator, "/");
    assertThat(new String(welcome.body(), UTF_8)).contains("/v1/responses");
    HttpResponse<byte[]> missing = Caller.get(simulator, "/v1/nothing");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(new String(missing.body(), UTF_8)).contains("GET / lists the paths");
  }
}
