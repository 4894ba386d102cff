package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import dev.weir.testkit.Splits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded stream, where the corpus stands beside the project. */
class CorpusTest {
  private static final int MOST_PREFIXES = 250;
  private static final int BYTE_BY_BYTE_UP_TO = 300_000;

  /** A folder, its dialect, and the mark by which a prefix shows that its terminal had come. */
  record Folder(String name, Dialect dialect, Pattern terminal) {
    Folder(String name, Dialect dialect, String terminal) {
      this(name, dialect, Pattern.compile(terminal));
    }
  }

  private static final String CHAT_TERMINAL = "\"finish_reason\": ?\"|\\[DONE\\]";

  private static final String BEDROCK_TERMINAL =
      "\"stopReason\"|\"message_stop\"|\"completionReason\": ?\"|\"totalOutputTextTokenCount\"";

  private static final String RESPONSES_TERMINAL =
      "\"type\": ?\"(response\\.(completed|incomplete|failed)|error)\"";

  static final List<Folder> FOLDERS =
      List.of(
          new Folder("openai-responses", Dialects.OPENAI_RESPONSES, RESPONSES_TERMINAL),
          new Folder("openai-chat", Dialects.OPENAI_CHAT, CHAT_TERMINAL),
          new Folder("mistral-as-openai-chat", Dialects.OPENAI_CHAT, CHAT_TERMINAL),
          new Folder("anthropic", Dialects.ANTHROPIC, "message_stop"),
          new Folder("bedrock-converse", Dialects.BEDROCK, BEDROCK_TERMINAL),
          new Folder("bedrock-invoke", Dialects.BEDROCK, BEDROCK_TERMINAL),
          new Folder("gemini", Dialects.GEMINI, "\"finishReason\": ?[\"1-9]|\"blockReason\""),
          new Folder(
              "gemini-interactions",
              Dialects.GEMINI_INTERACTIONS,
              "\"status\": ?\"(completed|requires_action)\""),
          new Folder("ollama", Dialects.OLLAMA, "\"done\": ?true"),
          new Folder("cohere", Dialects.COHERE, "message-end|stream-end"));

  @TestFactory
  Stream<DynamicNode> agreesWithWhatAnIndependentReducerFound() {
    return each(this::agrees);
  }

  @TestFactory
  Stream<DynamicNode> keepsTheGrammar() {
    return each((folder, stream) -> {
      List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(stream.bytes()));
      assertThat(GrammarChecker.check(events)).isEmpty();
      assertThat(events)
          .allSatisfy(e -> assertThat(EventJson.read(EventJson.write(e))).isEqualTo(e));
    });
  }

  @TestFactory
  Stream<DynamicNode> givesTheSameEventsHoweverItIsCut() {
    return each((folder, stream) -> {
      byte[] bytes = stream.bytes();
      List<StreamEvent> whole = Decoded.events(folder.dialect(), List.of(bytes));
      stream
          .recordedSlices()
          .ifPresent(s -> assertThat(Decoded.events(folder.dialect(), s)).isEqualTo(whole));
      if (bytes.length <= BYTE_BY_BYTE_UP_TO) {
        assertThat(Decoded.events(folder.dialect(), Splits.eachByte(bytes))).isEqualTo(whole);
      }
      Splits.atRandom(bytes, /* splits= */ 3)
          .forEach(s -> assertThat(Decoded.events(folder.dialect(), s)).isEqualTo(whole));
    });
  }

  @TestFactory
  Stream<DynamicNode> aPrefixIsNeverCompleteUnlessItsTerminalHadCome() {
    return each(this::prefixes);
  }

  @TestFactory
  Stream<DynamicNode> itsDialectIsGuessed() {
    return each((folder, stream) -> {
      byte[] bytes = stream.bytes();
      Optional<Dialect> guess = DialectGuess.of(bytes, /* isWhole= */ true);
      if (guess.isEmpty()) {
        // Only a stream of which the dialect itself knows nothing may stay unknown.
        Response response = Decoded.response(Decoded.events(folder.dialect(), List.of(bytes)));
        assertThat(response.faults())
            .anySatisfy(f -> assertThat(f.message()).contains("check the dialect"));
      } else {
        assertThat(guess).contains(folder.dialect());
      }
    });
  }

  private interface Check {
    void run(Folder folder, Recorded stream);
  }

  private static Stream<DynamicNode> each(Check check) {
    return FOLDERS.stream()
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.name(),
                Corpus.streams(folder.name()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(), s.file().toUri(), () -> check.run(folder, s)))));
  }

  private void prefixes(Folder folder, Recorded stream) {
    byte[] bytes = stream.bytes();
    boolean isBinary = bytes.length > 0 && bytes[0] == 0;
    List<Integer> cuts = isBinary ? everyByte(bytes) : frameEnds(bytes);
    int step = Math.max(1, cuts.size() / MOST_PREFIXES);
    for (int i = 0; i < cuts.size(); i += step) {
      byte[] prefix = Arrays.copyOf(bytes, cuts.get(i));
      List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(prefix));
      assertThat(GrammarChecker.check(events)).isEmpty();
      boolean terminal =
          folder.terminal().matcher(isBinary ? framed(folder, prefix) : latin1(prefix)).find();
      StreamEvent.ResponseEnd end = (StreamEvent.ResponseEnd) events.getLast();
      if (!terminal) {
        assertThat(end.verdict()).isIn(Verdict.TRUNCATED, Verdict.FAILED);
      }
    }
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** What the whole frames of a binary prefix say: their payloads may be wrapped once more. */
  private static String framed(Folder folder, byte[] prefix) {
    StringBuilder text = new StringBuilder();
    folder
        .dialect()
        .framing(Limits.DEFAULT)
        .feed(prefix, frame -> text.append(frame.data()).append('\n'));
    return text.toString();
  }

  private static List<Integer> everyByte(byte[] bytes) {
    return IntStream.rangeClosed(1, bytes.length - 1).boxed().toList();
  }

  private static List<Integer> frameEnds(byte[] bytes) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 1; i < bytes.length - 1; i++) {
      if (bytes[i] == '\n' && (bytes[i - 1] == '\n' || bytes[i + 1] != '\n')) {
        ends.add(i + 1);
      }
    }
    return ends;
  }

  private void agrees(Folder folder, Recorded stream) {
    ExpectedMessage expected = ExpectedMessage.read(stream.expected());
    if (!expected.isAmbiguous()) {
      List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(stream.bytes()));
      expected.agreesWith(folder.dialect(), Decoded.response(events));
    }
  }
}
