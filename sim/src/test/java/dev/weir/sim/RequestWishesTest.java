package dev.weir.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.Answer;
import dev.weir.client.ResponseException;
import dev.weir.client.Weir;
import dev.weir.client.provider.KeyPlace;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.LossRefusedException;
import dev.weir.codec.request.OnLoss;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.Verdict;
import dev.weir.sim.junit.SimulatorExtension;
import dev.weir.sim.script.ScriptReader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request may say besides what a dialect has fields for. */
class RequestWishesTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              SimulatorOptions.defaults()
                  .withScript(
                      ScriptReader.read(
                          "script",
                          """
                          answers:
                            - when: {text: slowly}
                              say: [{text: So}, {pause: 60m}, {text: far}]
                            - when: {text: tool}
                              say: [{call: dream, arguments: {}}]
                            - say: [{text: Here.}]
                          """)))
          .in(Dialects.ANTHROPIC);

  static final class Sleeper {
    private final CountDownLatch never = new CountDownLatch(1);

    @ToolMethod("Sleeps")
    void dream() throws InterruptedException {
      never.await();
    }
  }

  private static Request.Builder asking(String question) {
    return Request.of(question).toBuilder();
  }

  @Test
  void aHeaderOfARequestWinsOverThatOfItsProviderButNotOverAKey(Simulator simulator) {
    Provider simulated = simulator.provider(Dialects.ANTHROPIC);
    Provider provider =
        Provider.builder("p", simulated.dialect(), simulated.baseUrl().toString())
            .defaultModel("m")
            .header("X-Team", "rivers")
            .header("X-Trace", "usual")
            .key(Secret.of("the-key"))
            .keyPlace(KeyPlace.X_API_KEY)
            .build();
    try (Weir weir = Weir.of(provider)) {
      weir.ask(
              asking("Where?")
                  .header("x-trace", "mine")
                  .header("X-API-Key", "another")
                  .header("user-agent", "my-app/1")
                  .build())
          .orThrow();
    }
    assertThat(simulator.requests().getLast().headers())
        .containsEntry("x-team", "rivers")
        .containsEntry("x-trace", "mine")
        .containsEntry("user-agent", "my-app/1")
        .doesNotContainValue("another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "content-length", "Transfer-Encoding", "a b", "x:y", ""})
  void aHeaderThatIsNotUpToTheCallerIsRefused(String name) {
    assertThatThrownBy(() -> asking("?").header(name, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> asking("?").header("X-A", "b\r\nEvil: c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAnswerThatIsLateIsCancelledAndSaysSo(Weir weir) {
    Answer late = weir.ask(asking("slowly").deadline(Duration.ofMillis(300)).build());
    assertThat(late.verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(late.response().word()).isEqualTo("deadline");
    assertThatThrownBy(late::orThrow)
        .isInstanceOf(ResponseException.class)
        .hasMessageContaining("CANCELLED (deadline)");
  }

  @Test
  void toolsAreWithinTheDeadline(Weir weir) {
    Answer late =
        weir.withTools(new Sleeper()).ask(asking("tool").deadline(Duration.ofMillis(300)).build());
    assertThat(late.verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(late.response().word()).isEqualTo("deadline");
  }

  @Test
  void anAnswerInTimeIsAsWithoutADeadline(Weir weir) {
    Answer answer = weir.ask(asking("Where?").deadline(Duration.ofHours(1)).build()).orThrow();
    assertThat(answer.text()).isEqualTo("Here.");
    assertThat(answer.leftOut()).isEmpty();
  }

  @Test
  void whatADialectHasNoPlaceForIsReportedOrRefused(Weir weir) {
    Request seeded = asking("Where?").seed(7L).build();
    Answer answer = weir.ask(seeded.toBuilder().onLoss(OnLoss.DROP).build());
    assertThat(answer.leftOut()).extracting(RequestLoss::field).containsExactly("seed");
    Request strict = seeded.toBuilder().onLoss(OnLoss.REFUSE).build();
    assertThatThrownBy(() -> weir.ask(strict)).isInstanceOf(LossRefusedException.class);
  }
}
