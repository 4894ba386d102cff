package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every recorded stream of the dialects that are decoded, where the corpus stands beside the
 * project. Events arrive a few milliseconds apart, so that most phases last under a second.
 */
class LifecycleCorpusTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);
  private static final long MILLIS_APART = 7;
  private static final int MOST_CUTS = 60;
  private static final Map<String, String> DIALECTS = new LinkedHashMap<>();

  static {
    DIALECTS.put("openai-chat", "openai-chat");
    DIALECTS.put("mistral-as-openai-chat", "openai-chat");
    DIALECTS.put("openai-responses", "openai-responses");
    DIALECTS.put("anthropic", "anthropic");
    DIALECTS.put("gemini", "gemini");
    DIALECTS.put("gemini-interactions", "gemini-interactions");
    DIALECTS.put("ollama", "ollama");
    DIALECTS.put("cohere", "cohere");
    DIALECTS.put("bedrock-converse", "bedrock");
    DIALECTS.put("bedrock-invoke", "bedrock");
  }

  @TestFactory
  Stream<DynamicNode> showsAllTextAndThinkingByTheRules() {
    return each(LifecycleCorpusTest::shows);
  }

  @TestFactory
  Stream<DynamicNode> keepsTheRulesWhereverItIsCut() {
    return each(LifecycleCorpusTest::isCut);
  }

  private static void shows(Dialect dialect, Recorded stream) {
    List<LifecycleFrame> frames = encode(events(dialect, stream));
    assertThat(LifecycleChecker.check(frames)).isEmpty();

    Json expected = READER.read(Bytes.of(stream.expected()));
    if (!expected.get("ambiguous").isTrue()) {
      List<Json> data = data(frames);
      assertThat(content(data, "text_delta")).isEqualTo(expected.get("text").textOrEmpty());
      assertThat(content(data, "thinking_delta"))
          .isEqualTo(expected.get("reasoning").textOrEmpty());
      assertThat(data.stream().anyMatch(d -> type(d).startsWith("thinking")))
          .isEqualTo(!expected.get("reasoning").textOrEmpty().isEmpty());
    }
  }

  private static void isCut(Dialect dialect, Recorded stream) {
    List<StreamEvent> events = events(dialect, stream);
    int step = Math.max(1, events.size() / MOST_CUTS);
    for (int cut = 0; cut < events.size(); cut += step) {
      List<LifecycleFrame> frames = encode(events.subList(0, cut));
      assertThat(LifecycleChecker.check(frames)).isEmpty();
      if (cut > 0) {
        assertThat(type(data(frames).getLast())).isEqualTo("error");
      }
    }
  }

  private static List<StreamEvent> events(Dialect dialect, Recorded stream) {
    return Decoded.events(dialect, List.of(stream.bytes()));
  }

  private static List<LifecycleFrame> encode(List<StreamEvent> events) {
    List<LifecycleFrame> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frames::add);
    long now = 1_700_000_000_000L;
    for (StreamEvent event : events) {
      now += MILLIS_APART;
      encoder.accept(event, now);
    }
    encoder.end(now);
    return frames;
  }

  private static List<Json> data(List<LifecycleFrame> frames) {
    return frames.stream().filter(f -> !f.isDone()).map(f -> READER.read(f.data())).toList();
  }

  private static String type(Json data) {
    return data.get("type").textOrEmpty();
  }

  private static String content(List<Json> data, String type) {
    return data.stream()
        .filter(d -> type(d).equals(type))
        .map(d -> d.get("content").textOrEmpty())
        .collect(Collectors.joining());
  }

  private interface Check {
    void run(Dialect dialect, Recorded stream);
  }

  private static Stream<DynamicNode> each(Check check) {
    return DIALECTS.entrySet().stream()
        .flatMap(entry ->
            Dialects.of(entry.getValue()).stream()
                .map(dialect -> folder(entry.getKey(), dialect, check)));
  }

  private static DynamicNode folder(String name, Dialect dialect, Check check) {
    return DynamicContainer.dynamicContainer(
        name,
        Corpus.streams(name).stream()
            .map(s ->
                DynamicTest.dynamicTest(s.name(), s.file().toUri(), () -> check.run(dialect, s))));
  }
}
