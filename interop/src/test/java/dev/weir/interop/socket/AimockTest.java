package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.ProviderError;
import dev.weir.client.provider.Provider;
import dev.weir.client.request.Request;
import dev.weir.codec.stream.Dialect;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An upstream that we did not write: what it says, and how it fails, ends in one typed verdict. */
class AimockTest {
  private static final String TEXT = "Good morning, «Rome» 🌤: it is a fine day.";
  private static final String THOUGHT = "They greet me, so I greet them.";
  private static final CallOptions ONCE = CallOptions.DEFAULT.withTries(1, Duration.ZERO);

  private static Aimock aimock;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    aimock = Aimock.start();
  }

  @AfterAll
  static void stop() {
    if (aimock != null) {
      aimock.close();
    }
  }

  /** What came of a request. */
  private record Outcome(Response response, Optional<ProviderError> error) {}

  private static Provider.Builder provider(Dialect dialect) {
    String model =
        switch (dialect) {
          case OPENAI_RESPONSES, OPENAI_CHAT -> "gpt-5";
          case ANTHROPIC -> "claude-sonnet-4-5";
          case GEMINI, GEMINI_INTERACTIONS -> "gemini-2.5-pro";
          case BEDROCK -> "anthropic.claude-sonnet-4-5-20250929-v1:0";
          case OLLAMA -> "qwen3";
          case COHERE -> "command-a-reasoning-08-2025";
        };
    return Providers.at(aimock.url(), dialect).defaultModel(model);
  }

  private static Outcome ask(Provider provider, CallOptions options, String prompt) {
    List<StreamEvent> events = new ArrayList<>();
    try (var weir = Weir.of(provider, options);
        var stream = weir.stream(Request.of(prompt))) {
      stream.forEach(events::add);
      assertThat(GrammarChecker.check(events)).isEmpty();
      var assembler = new ResponseAssembler();
      events.forEach(assembler::accept);
      return new Outcome(assembler.response(), stream.error());
    }
  }

  private static Outcome ask(Dialect dialect, String prompt) {
    return ask(provider(dialect).build(), ONCE, prompt);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "BEDROCK", "OLLAMA"})
  void thoughtAndTextComeWhole(Dialect dialect) {
    Outcome outcome = ask(dialect, "hello");
    assertThat(outcome.error()).isEmpty();
    assertThat(outcome.response().faults()).isEmpty();
    assertThat(outcome.response().text(BlockKind.REASONING)).isEqualTo(THOUGHT);
    assertThat(outcome.response().text(BlockKind.TEXT)).isEqualTo(TEXT);
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "BEDROCK", "OLLAMA"})
  void aToolIsCalled(Dialect dialect) {
    Response response = ask(dialect, "How is the weather?").response();
    assertThat(response.faults()).isEmpty();
    assertThat(response.blocks(BlockKind.TOOL_CALL))
        .singleElement()
        .satisfies(call -> {
          assertThat(call.name()).isEqualTo("forecast");
          assertThat(call.text()).isEqualTo("{\"city\":\"Rome\",\"days\":3}");
        });
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @ParameterizedTest
  @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "BEDROCK"})
  void aStreamThatIsCutKeepsWhatCame(Dialect dialect) {
    Response response = ask(dialect, "cut").response();
    assertThat(response.text(BlockKind.TEXT)).startsWith("one ").doesNotContain("twelve");
    assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  @ParameterizedTest
  @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "BEDROCK"})
  void whatItRefusesIsNotTriedAgain(Dialect dialect) {
    Outcome outcome = ask(provider(dialect).build(), CallOptions.DEFAULT, "forbidden");
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(outcome.error())
        .hasValueSatisfying(error -> {
          assertThat(error.status()).isEqualTo(401);
          assertThat(error.message()).contains("No such key");
          assertThat(error.retryable()).isFalse();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "BEDROCK"})
  void whenItIsBusyItIsAskedAgain(Dialect dialect) {
    Provider own = provider(dialect).header("x-test-id", "busy-" + dialect).build();
    Outcome outcome = ask(own, CallOptions.DEFAULT, "busy");
    assertThat(outcome.error()).hasValueSatisfying(e -> assertThat(e.status()).isEqualTo(429));
    assertThat(outcome.response().text(BlockKind.TEXT)).isEqualTo("Now I have time.");
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  /** Its chaos modes, each in every dialect. */
  @ParameterizedTest
  @CsvSource({
    "OPENAI_CHAT, drop, FAILED, 500",
    "OPENAI_CHAT, ratelimit, FAILED, 429",
    "OPENAI_CHAT, malformed, FAILED, 200",
    "OPENAI_CHAT, disconnect, FAILED, -1",
    "OPENAI_CHAT, latency, COMPLETE, -1",
    "OPENAI_RESPONSES, drop, FAILED, 500",
    "OPENAI_RESPONSES, ratelimit, FAILED, 429",
    "OPENAI_RESPONSES, malformed, FAILED, 200",
    "OPENAI_RESPONSES, disconnect, FAILED, -1",
    "OPENAI_RESPONSES, latency, COMPLETE, -1",
    "ANTHROPIC, drop, FAILED, 500",
    "ANTHROPIC, ratelimit, FAILED, 429",
    "ANTHROPIC, malformed, FAILED, 200",
    "ANTHROPIC, disconnect, FAILED, -1",
    "ANTHROPIC, latency, COMPLETE, -1",
    "GEMINI, drop, FAILED, 500",
    "GEMINI, ratelimit, FAILED, 429",
    "GEMINI, malformed, FAILED, 200",
    "GEMINI, disconnect, FAILED, -1",
    "GEMINI, latency, COMPLETE, -1",
    "BEDROCK, drop, FAILED, 500",
    "BEDROCK, ratelimit, FAILED, 429",
    "BEDROCK, malformed, FAILED, 200",
    "BEDROCK, disconnect, FAILED, -1",
    "BEDROCK, latency, COMPLETE, -1",
  })
  void chaosEndsInOneVerdict(Dialect dialect, String mode, Verdict verdict, int status) {
    String rate = mode.equals("latency") ? "300" : "1";
    Provider chaotic = provider(dialect).header("x-aimock-chaos-" + mode, rate).build();
    Outcome outcome = ask(chaotic, ONCE, "hello");
    System.out.println(dialect + " " + mode + " " + outcome.response().verdict() + " " + outcome.error());
    assertThat(outcome.response().verdict()).isEqualTo(verdict);
    if (verdict == Verdict.COMPLETE) {
      assertThat(outcome.response().text(BlockKind.TEXT)).isEqualTo(TEXT);
    } else {
      assertThat(outcome.response().faults()).isNotEmpty();
      assertThat(outcome.response().blocks()).isEmpty();
    }
  }
}
