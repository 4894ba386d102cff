package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as vectors, as each provider gives them. */
final class EmbeddingsTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static Json ask(String path, String body) throws Exception {
    HttpResponse<byte[]> response = Caller.post(simulator, path, body.replace('\'', '"'));
    assertThat(response.statusCode()).isEqualTo(200);
    return new JsonReader(20, 1 << 22).read(new String(response.body(), UTF_8));
  }

  private static List<Double> numbers(Json vector) {
    return vector.items().stream().map(each -> Double.valueOf(each.toText())).toList();
  }

  private static double product(List<Double> one, List<Double> other) {
    double sum = 0;
    for (int i = 0; i < one.size(); i++) {
      sum += one.get(i) * other.get(i);
    }
    return sum;
  }

  @Test
  void openaiGivesAVectorForEachTextAndSaysWhatItTook() throws Exception {
    Json told = ask("/v1/embeddings", "{'model':'e','input':['A weir in a river','Two']}");

    assertThat(told.get("object").text()).isEqualTo("list");
    assertThat(told.get("model").text()).isEqualTo("e");
    assertThat(told.get("data").items()).hasSize(2);
    assertThat(told.get("data").at(1).get("index").number()).isEqualTo(1);
    List<Double> vector = numbers(told.get("data").at(0).get("embedding"));
    assertThat(vector).hasSize(1536);
    assertThat(product(vector, vector)).isCloseTo(1, within(1e-4));
    assertThat(told.get("usage").get("prompt_tokens").number()).isPositive();
    assertThat(simulator.requests().getLast().model()).isEqualTo("e");
  }

  @Test
  void base64HasTheSameNumbersAsLittleEndianFloats() throws Exception {
    String asked = "{'model':'e','input':'A weir','dimensions':8,'encoding_format':'%s'}";
    Json floats = ask("/v1/embeddings", asked.formatted("float")).get("data").at(0);
    Json coded = ask("/v1/embeddings", asked.formatted("base64")).get("data").at(0);

    byte[] bytes = Base64.getDecoder().decode(coded.get("embedding").textOrEmpty());
    float[] read = new float[8];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(read);
    List<Double> numbers = numbers(floats.get("embedding"));
    for (int i = 0; i < read.length; i++) {
      assertThat(read[i]).isEqualTo(numbers.get(i).floatValue());
    }
  }

  @Test
  void textsThatShareWordsAreNearer() throws Exception {
    Json data =
        ask(
                "/v1/embeddings",
                "{'model':'e','input':['How do streams resume?','Streams resume after a break.','Bread is baked.']}")
            .get("data");
    List<Double> question = numbers(data.at(0).get("embedding"));

    assertThat(product(question, numbers(data.at(1).get("embedding"))))
        .isGreaterThan(product(question, numbers(data.at(2).get("embedding"))) + 0.2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/embeddings | {'model':'e','input':[1,2,3]} | data
          /v1/embeddings | {'model':'e','input':[[1,2],[3]],'dimensions':4} | data
          /v1beta/models/e:embedContent | {'content':{'parts':[{'text':'Hi'}]},'outputDimensionality':4} | embedding
          /v1beta/models/e:batchEmbedContents | {'requests':[{'model':'models/e','content':{'parts':[{'text':'Hi'}]}},{'content':{'parts':[{'text':'Ho'}]}}]} | embeddings
          /api/embed | {'model':'e','input':'Hi'} | embeddings
          /api/embed | {'model':'e','input':['Hi','Ho']} | prompt_eval_count
          /api/embeddings | {'model':'e','prompt':'Hi'} | embedding
          /v2/embed | {'model':'e','texts':['Hi'],'input_type':'search_query','embedding_types':['float']} | embeddings
          """)
  void everyFormIsAnsweredInItsOwn(String path, String body, String field) throws Exception {
    assertThat(ask(path, body).has(field)).isTrue();
    assertThat(simulator.requests().getLast().model()).isEqualTo("e");
  }

  @Test
  void geminiAndOllamaGiveAsManyVectorsAsTexts() throws Exception {
    Json gemini =
        ask(
            "/v1beta/models/e:batchEmbedContents",
            "{'requests':[{'content':{'parts':[{'text':'Hi'}]}},{'content':{'parts':[{'text':'Ho'}]}}]}");
    assertThat(gemini.get("embeddings").items())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.get("values").items()).hasSize(3072));
    Json ollama = ask("/api/embed", "{'model':'e','input':['Hi','Ho','Hi'],'dimensions':16}");
    assertThat(ollama.get("embeddings").items())
        .hasSize(3)
        .allSatisfy(each -> assertThat(each.items()).hasSize(16));
    assertThat(ollama.get("embeddings").at(0)).isEqualTo(ollama.get("embeddings").at(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/embeddings | {'model':'e'} | {"error":{"message":"Nothing to embed
          /v1/embeddings | {'model':'e','input':'Hi','dimensions':0} | Expected 1 to 8,192 dimensions, saw 0
          /v1/embeddings | not JSON | {"error":{"message":"Nothing to embed
          /api/embed | {'model':'e'} | {"error":"Nothing to embed
          /v1beta/models/e:embedContent | {} | {"error":{"code":400
          """)
  void whatCannotBeEmbeddedIsRefusedInTheDialect(String path, String body, String words)
      throws Exception {
    HttpResponse<byte[]> refused = Caller.post(simulator, path, body.replace('\'', '"'));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains(words);
  }
}
