package dev.weir.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteLimits;
import dev.weir.client.route.RouteStep;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteConfigTest {
  private static final String PROVIDERS =
      """
      providers:
        first: {dialect: openai-chat, base-url: "http://127.0.0.1:1/v1"}
        second: {dialect: anthropic, base-url: "http://127.0.0.1:2", model: usual}
      """;

  private static Route route(String yaml) {
    return Objects.requireNonNull(
        WeirConfig.read("weir.yaml", PROVIDERS + yaml, Map.of()).routes().get("safe"));
  }

  @Test
  void aRouteIsReadAsItIsWritten() {
    Route route =
        route(
            """
            routes:
              safe:
                steps:
                  - {provider: first, model: m1}
                  - {provider: second, model: m2, weight: 3}
                tries: 3                    # per step, the first included
                connect-seconds: 2
                first-token-seconds: 10
                idle-seconds: 10.5
                characters-per-second: 4
                total-seconds: 120
                continue: instruct
                breaker: {failures: 3, seconds: 20}
            """);
    assertThat(route.steps()).extracting(RouteStep::modelName).containsExactly("m1", "m2");
    assertThat(route.steps()).extracting(RouteStep::weight).containsExactly(null, 3);
    assertThat(route.tries()).isEqualTo(3);
    assertThat(route.limits())
        .isEqualTo(
            RouteLimits.builder()
                .connect(Duration.ofSeconds(2))
                .firstToken(Duration.ofSeconds(10))
                .idle(Duration.ofMillis(10_500))
                .total(Duration.ofSeconds(120))
                .charactersPerSecond(4)
                .build());
    assertThat(route.continuation()).isEqualTo(Continuation.INSTRUCT);
    assertThat(route.breaker()).isEqualTo(new BreakerRule(3, Duration.ofSeconds(20)));
  }

  @Test
  void onlyTheStepsAreNeeded() {
    Route route = route("routes: {safe: {steps: [{provider: second}]}}");
    assertThat(route)
        .isEqualTo(Route.of("safe", new RouteStep(route.steps().getFirst().provider(), "usual")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{tries: 2} | line 4: routes.safe: has no steps",
        "{steps: [{provider: third}]} | no provider is called \"third\"",
        "{steps: [{model: m}]} | a step needs a provider",
        "{steps: [{provider: first}]} | first has no default model",
        "{steps: [{provider: first, modl: m}]} | Did you mean model?",
        "{steps: [{provider: second, weight: 0.5}]} | expected a whole number",
        "{steps: [{provider: second}], continue: always} | expected one of off, resume, prefill, instruct",
        "{steps: [{provider: second}], idle-seconds: 0} | expected a number above 0",
        "{steps: [{provider: second}], breaker: {failure: 3}} | Did you mean failures?",
        "{steps: second} | expected a list",
        "{steps: [{provider: second}], retries: 3} | Did you mean tries?"
      })
  void whatIsWrongIsSaidWithItsPlace(String yaml, String words) {
    assertThatThrownBy(() -> route("routes: {safe: " + yaml + "}"))
        .hasMessageContaining(words)
        .hasMessageContaining("weir.yaml line 4");
  }

  @Test
  void aRouteIsNotCalledAsAProvider() {
    assertThatThrownBy(() -> route("routes: {first: {steps: [{provider: second}]}}"))
        .hasMessageContaining("is the name of a provider too");
  }
}
