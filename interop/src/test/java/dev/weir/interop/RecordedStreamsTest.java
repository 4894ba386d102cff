package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Recorded streams that ended well, written for each client, where the corpus is there: a sample,
 * or all with {@code -Dweir.corpus=all}.
 */
class RecordedStreamsTest {
  private static final Map<String, Dialect> FOLDERS =
      Map.of(
          "openai-responses", Dialects.OPENAI_RESPONSES,
          "openai-chat", Dialects.OPENAI_CHAT,
          "mistral-as-openai-chat", Dialects.OPENAI_CHAT,
          "anthropic", Dialects.ANTHROPIC,
          "gemini", Dialects.GEMINI,
          "ollama", Dialects.OLLAMA,
          "cohere", Dialects.COHERE,
          "bedrock-converse", Dialects.BEDROCK);

  private final GeminiHttp geminiHttp = new GeminiHttp();

  @AfterEach
  void stop() {
    geminiHttp.close();
  }

  private interface Client {
    Heard read(byte[] answer, boolean strict);
  }

  @TestFactory
  Stream<DynamicNode> openaiJavaReadsThemAsChatChunks() {
    return each(
        Dialects.OPENAI_CHAT, (answer, strict) -> Clients.chat(OpenAiHttp.client(answer), strict));
  }

  @TestFactory
  Stream<DynamicNode> openaiJavaReadsThemAsResponses() {
    return each(
        Dialects.OPENAI_RESPONSES,
        (answer, strict) -> Clients.responses(OpenAiHttp.client(answer), strict));
  }

  @TestFactory
  Stream<DynamicNode> anthropicJavaReadsThemAsMessages() {
    return each(
        Dialects.ANTHROPIC,
        (answer, strict) -> Clients.anthropic(AnthropicHttp.client(answer), strict));
  }

  @TestFactory
  Stream<DynamicNode> googleGenaiReadsThemAsGeminiChunks() {
    return each(Dialects.GEMINI, (answer, strict) -> Clients.gemini(geminiHttp.answering(answer)));
  }

  private static Stream<DynamicNode> each(Dialect target, Client client) {
    return FOLDERS.entrySet().stream()
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.getKey(),
                Corpus.sample(folder.getKey()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(),
                            s.file().toUri(),
                            () -> reads(target, client, folder.getValue(), s)))));
  }

  /** The client assembles neither custom tools nor content in a list, as Mistral sends it. */
  private static boolean isChat(StreamEvent event) {
    return !(event instanceof BlockStart start)
        || (!start.origin().getOrDefault("type", "").startsWith("custom")
            && !"content".equals(start.origin().get("field")));
  }

  private static void reads(Dialect target, Client client, Dialect from, Recorded stream) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(from);
    decoder.feed(stream.bytes(), events::add);
    decoder.end(events::add);
    boolean isKnown =
        !target.equals(Dialects.OPENAI_CHAT) || events.stream().allMatch(e -> isChat(e));
    if (isKnown && events.getLast() instanceof ResponseEnd end && end.verdict().isNatural()) {
      byte[] bytes = Heard.write(target, from.asSourceFor(target), events);
      Heard said = Heard.of(events);
      boolean hasRefusal =
          target.equals(Dialects.OPENAI_CHAT) || target.equals(Dialects.OPENAI_RESPONSES);
      Heard wanted = hasRefusal ? said : said.withoutRefusal();
      if (!from.equals(target)) {
        assertThat(client.read(bytes, /* strict= */ false)).isEqualTo(wanted);
      } else {
        readsAsWell(client, stream.bytes(), bytes, wanted);
      }
    }
  }

  /** What the provider itself sent, the client need not like; then it need not like ours. */
  private static void readsAsWell(Client client, byte[] original, byte[] ours, Heard wanted) {
    Heard heard;
    try {
      heard = client.read(original, /* strict= */ false);
    } catch (RuntimeException dislikes) {
      return;
    }
    if (heard.isNothing()) {
      // A framing that the client does not read.
      return;
    }
    assertThat(client.read(ours, /* strict= */ false)).isIn(heard, wanted);
  }
}
