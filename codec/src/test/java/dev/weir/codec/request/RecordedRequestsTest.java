package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What clients really sent, where recorded requests stand beside the project. */
class RecordedRequestsTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, 64 << 20);

  /** Has a part without a type, for which its provider refused it too. */
  private static final String REFUSED = "test_custom_llm_within_crew";

  private static final Map<String, Dialect> FOLDERS =
      Map.of(
          "openai-responses", Dialects.OPENAI_RESPONSES,
          "openai-chat", Dialects.OPENAI_CHAT,
          "anthropic", Dialects.ANTHROPIC,
          "gemini", Dialects.GEMINI,
          "bedrock-converse", Dialects.BEDROCK,
          "ollama", Dialects.OLLAMA,
          "cohere", Dialects.COHERE,
          "gemini-interactions", Dialects.GEMINI_INTERACTIONS);

  record Sent(Dialect dialect, Recorded file, Json body) {

    /**
     * Whether the dialect has one way to write it: the first version of Cohere's chat has another
     * shape than the one that is written, and Interactions take what is said in several.
     */
    boolean isOfOneShape() {
      boolean isFirstVersion = dialect.equals(Dialects.COHERE) && body.has("message");
      return !isFirstVersion && !dialect.equals(Dialects.GEMINI_INTERACTIONS);
    }

    /** What the provider remembers by itself is not in the request. */
    boolean isWhole() {
      return !body.has("previous_interaction_id");
    }
  }

  static Stream<Sent> sent() {
    return FOLDERS.entrySet().stream()
        .flatMap(folder ->
            Corpus.requests(folder.getKey()).stream()
                .map(
                    file -> new Sent(folder.getValue(), file, READER.read(Bytes.of(file.bytes())))))
        .filter(Sent::isWhole)
        .filter(sent -> !sent.file().name().contains(REFUSED));
  }

  @TestFactory
  Stream<DynamicTest> isReadAndSaysSomething() {
    return sent()
        .map(sent ->
            DynamicTest.dynamicTest(
                sent.file().name(),
                () -> {
                  Request request = Rewritten.read(sent.dialect(), sent.body());
                  assertThat(request.messages()).isNotEmpty();
                }));
  }

  /** Order of keys aside, and numbers by what they are. */
  @TestFactory
  Stream<DynamicTest> isTheSameBodyAgainInItsOwnDialect() {
    return sent()
        .filter(Sent::isOfOneShape)
        .map(sent ->
            DynamicTest.dynamicTest(
                sent.file().name(),
                () -> {
                  Rendered again = Rewritten.again(sent.dialect(), sent.body());
                  assertThat(SortedJson.of(again.body())).isEqualTo(SortedJson.of(sent.body()));
                  assertThat(again.leftOut()).isEmpty();
                }));
  }
}
