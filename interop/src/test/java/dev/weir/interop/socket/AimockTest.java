package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.ProviderError;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** An upstream that we did not write: what it says, and how it fails, ends in one typed verdict. */
class AimockTest {
  static final List<Dialect> SPOKEN =
      List.of(
          Dialects.OPENAI_CHAT,
          Dialects.OPENAI_RESPONSES,
          Dialects.ANTHROPIC,
          Dialects.GEMINI,
          Dialects.BEDROCK);
  static final List<Dialect> CALLING =
      List.of(
          Dialects.OPENAI_CHAT,
          Dialects.OPENAI_RESPONSES,
          Dialects.ANTHROPIC,
          Dialects.GEMINI,
          Dialects.BEDROCK,
          Dialects.OLLAMA);

  private static final String TEXT = "Good morning, «Rome» 🌤: it is a fine day.";
  private static final String THOUGHT = "They greet me, so I greet them.";
  private static final CallOptions ONCE = CallOptions.DEFAULT.withTries(1, Duration.ZERO);

  private static final List<Dialect> DIALECTS =
      List.of(
          Dialects.OPENAI_CHAT,
          Dialects.OPENAI_RESPONSES,
          Dialects.ANTHROPIC,
          Dialects.GEMINI,
          Dialects.BEDROCK);

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
        switch (dialect.word()) {
          case "openai-responses", "openai-chat" -> "gpt-5";
          case "anthropic" -> "claude-sonnet-4-5";
          case "gemini" -> "gemini-2.5-pro";
          case "bedrock" -> "anthropic.claude-sonnet-4-5-20250929-v1:0";
          case "ollama" -> "qwen3";
          case "cohere" -> "command-a-reasoning-08-2025";
          default -> "grok-4";
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
  @FieldSource("SPOKEN")
  void thoughtAndTextComeWhole(Dialect dialect) {
    Outcome outcome = ask(dialect, "hello");
    assertThat(outcome.error()).isEmpty();
    assertThat(outcome.response().faults()).isEmpty();
    assertThat(outcome.response().text(BlockKind.REASONING)).isEqualTo(THOUGHT);
    assertThat(outcome.response().text(BlockKind.TEXT)).isEqualTo(TEXT);
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @ParameterizedTest
  @FieldSource("CALLING")
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
  @FieldSource("SPOKEN")
  void aStreamThatIsCutKeepsWhatCame(Dialect dialect) {
    Outcome outcome = ask(dialect, "cut");
    assertThat(outcome.response().text(BlockKind.TEXT)).startsWith("one ").doesNotContain("twelve");
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(outcome.error())
        .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(StreamFault.Kind.CONNECTION));
  }

  @ParameterizedTest
  @FieldSource("SPOKEN")
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
  @FieldSource("SPOKEN")
  void whenItIsBusyItIsAskedAgain(Dialect dialect) {
    Provider own = provider(dialect).header("x-test-id", "busy-" + dialect).build();
    Outcome outcome = ask(own, CallOptions.DEFAULT, "busy");
    assertThat(outcome.error()).hasValueSatisfying(e -> assertThat(e.status()).isEqualTo(429));
    assertThat(outcome.response().text(BlockKind.TEXT)).isEqualTo("Now I have time.");
    assertThat(outcome.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  /** Each of its chaos modes, in each dialect; a status of 0 for a failure that has none. */
  @ParameterizedTest
  @CsvSource({
    "drop, FAILED, 500, PROVIDER_ERROR",
    "ratelimit, FAILED, 429, PROVIDER_ERROR",
    "disconnect, FAILED, 0, CONNECTION",
    "malformed, FAILED, 0, MALFORMED",
  })
  void chaosEndsInOneVerdict(String mode, Verdict verdict, int status, StreamFault.Kind kind) {
    for (Dialect dialect : DIALECTS) {
      Outcome outcome = chaotic(dialect, mode, "1");
      assertThat(outcome.response().verdict()).as(dialect.word()).isEqualTo(verdict);
      assertThat(outcome.response().blocks()).as(dialect.word()).isEmpty();
      assertThat(outcome.response().faults())
          .as(dialect.word())
          .singleElement()
          .satisfies(fault -> assertThat(fault.kind()).isEqualTo(kind));
      assertThat(outcome.error().map(ProviderError::status).orElse(0))
          .as(dialect.word())
          .isEqualTo(status);
    }
  }

  @Test
  void beingSlowIsNoFailure() {
    for (Dialect dialect : DIALECTS) {
      Outcome outcome = chaotic(dialect, "latency", "300");
      assertThat(outcome.response().text(BlockKind.TEXT)).as(dialect.word()).isEqualTo(TEXT);
      assertThat(outcome.response().verdict()).as(dialect.word()).isEqualTo(Verdict.COMPLETE);
    }
  }

  private static Outcome chaotic(Dialect dialect, String mode, String rate) {
    return ask(provider(dialect).header("x-aimock-chaos-" + mode, rate).build(), ONCE, "hello");
  }
}
