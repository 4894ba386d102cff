package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.stream.ExpectedMessage;
import dev.weir.event.GrammarChecker;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.reply.Recorded;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Splits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Recorded streams, where the corpus is there: the simulator sends the file again, cut where the
 * network had cut it, and the client hears the expected message. A sample, or all with {@code
 * -Dweir.corpus=all}.
 */
class CorpusOverSocketsTest {
  private static final Map<String, Dialect> FOLDERS =
      Map.of(
          "openai-responses", Dialects.OPENAI_RESPONSES,
          "openai-chat", Dialects.OPENAI_CHAT,
          "mistral-as-openai-chat", Dialects.OPENAI_CHAT,
          "anthropic", Dialects.ANTHROPIC,
          "gemini", Dialects.GEMINI,
          "ollama", Dialects.OLLAMA,
          "cohere", Dialects.COHERE,
          "bedrock-converse", Dialects.BEDROCK,
          "bedrock-invoke", Dialects.BEDROCK);

  /** A recorded error is heard once, not tried again. */
  private static final CallOptions ONCE = CallOptions.DEFAULT.withTries(1, Duration.ZERO);

  private static final AtomicInteger AGREED = new AtomicInteger();
  private static final AtomicInteger AMBIGUOUS = new AtomicInteger();

  @AfterAll
  static void report() {
    System.out.printf(
        "Recorded streams over a socket: %,d agreed, %,d more depend on policy%n",
        AGREED.get(), AMBIGUOUS.get());
  }

  @TestFactory
  Stream<DynamicNode> theClientHearsWhatAnIndependentReducerFound() {
    return FOLDERS.entrySet().stream()
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.getKey(),
                Corpus.sample(folder.getKey()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(), s.file().toUri(), () -> agrees(folder.getValue(), s)))));
  }

  private static void agrees(Dialect dialect, Corpus.Recorded stream) throws IOException {
    List<StreamEvent> events = hear(dialect, stream);
    assertThat(GrammarChecker.check(events)).isEmpty();
    ExpectedMessage expected = ExpectedMessage.read(stream.expected());
    if (expected.isAmbiguous()) {
      AMBIGUOUS.incrementAndGet();
      return;
    }
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    expected.agreesWith(dialect, assembler.response());
    AGREED.incrementAndGet();
  }

  private static List<StreamEvent> hear(Dialect dialect, Corpus.Recorded stream)
      throws IOException {
    List<byte[]> slices =
        stream
            .recordedSlices()
            .orElseGet(
                () -> Splits.atRandom(stream.bytes(), /* splits= */ 1).findFirst().orElseThrow());
    var options =
        SimulatorOptions.defaults().withRecordings(List.of(Recorded.of(dialect, slices))).atOnce();
    List<StreamEvent> events = new ArrayList<>();
    try (var simulator = Simulator.start(options);
        var weir = Weir.of(Providers.at(simulator.url(), dialect).build(), ONCE);
        var heard = weir.stream(Request.of("Say it again"))) {
      heard.forEach(events::add);
    }
    return events;
  }
}
