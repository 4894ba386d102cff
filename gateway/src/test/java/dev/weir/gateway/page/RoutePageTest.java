package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.transport.Transport;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.Prices;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A route on the page, with the real gateway and a provider that fails behind it. */
@BrowserTest
final class RoutePageTest {
  private final Browser browser;
  private final Simulator simulator;
  private final Gateway gateway;

  RoutePageTest(Browser browser, @TempDir Path folder) throws IOException {
    this.browser = browser;
    simulator = Simulator.start(SimulatorOptions.defaults().withSpeed(20));
    gateway = Gateway.start(GatewayOptions.local(0, folder), this::catalog);
  }

  @AfterEach
  void close() {
    gateway.close();
    simulator.close();
  }

  private Catalog catalog(Transport transport) {
    List<CatalogEntry> routes = new ArrayList<>();
    var rests = new Rests();
    for (Route route :
        List.of(
            route("down", "sim-sixty-fault-503"),
            route("cut", "sim-sixty-fault-hang-up-40"),
            route("well", "sim-sixty"))) {
      routes.add(
          CatalogEntry.of(
              RouteUpstream.of(
                  route,
                  CallOptions.DEFAULT,
                  rests,
                  (provider, options) -> new HttpUpstream(provider, transport, options))));
    }
    return new Catalog(
        routes,
        List.of(),
        Map.of(),
        TurnOptions.DEFAULT,
        Map.of("sim-sixty", Prices.perMillion("1000", "100000")));
  }

  private Route route(String name, String first) {
    return Route.of(
            name, Route.step(provider("first"), first), Route.step(provider("second"), "sim-sixty"))
        .withContinuation(Continuation.INSTRUCT)
        .withBreaker(new BreakerRule(2, Duration.ofMinutes(10)));
  }

  private Provider provider(String name) {
    return Provider.builder(name, Dialects.OPENAI_CHAT, simulator.url() + "/v1").build();
  }

  private void ask(String route) {
    browser.open("http://127.0.0.1:%d/".formatted(gateway.port()));
    browser.run(
        "localStorage.setItem('weir.models', JSON.stringify([{ provider: arguments[0], model: arguments[0] }]))",
        route);
    browser.open("http://127.0.0.1:%d/".formatted(gateway.port()));
    browser.find("#prompt").sendKeys("Sixty words, please\n");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".answer .prose")).isEqualTo(SixtyWords.TEXT);
    browser.until(
        "who answered is told", () -> browser.textOf(".turn-model").equals(route + " · sim-sixty"));
    browser.until("the numbers are told", () -> browser.shows(".turn-numbers span"));
  }

  private String numbers() {
    return String.join(" ", browser.textsOf(".turn-numbers span"));
  }

  /** What the inspector says. */
  private List<String> facts() {
    browser.find("#inspect").click();
    return browser.textsOf(".fact");
  }

  @Test
  void whoAnsweredIsToldAlsoWhereNothingFailed() {
    ask("well");
    assertThat(browser.textsOf(".pieces > .note")).isEmpty();
    assertThat(numbers()).matches(".* \\$[0-9.]+").doesNotContain("tries");
    assertThat(browser.shows("#health")).isFalse();
  }

  @Test
  void triesAreToldAboveTheAnswerAndWhoIsDownBelowTheBox() {
    ask("down");
    assertThat(browser.textsOf(".pieces > .note"))
        .hasSize(2)
        .last()
        .asString()
        .contains("first/sim-sixty-fault-503 failed")
        .contains("asked second/sim-sixty next");
    browser.until("the health is shown", () -> browser.shows("#health"));
    assertThat(browser.textOf("#health")).isEqualTo("down: first is down.");
    assertThat(numbers()).as("by the prices of who answered").matches(".* \\$[0-9.]+ 3 tries");
    Looks.check(browser, "route-down");
    assertThat(facts()).contains("Switches first → second");
  }

  @Test
  void aSeamIsToldInTheMidstOfTheAnswer() {
    ask("cut");
    assertThat(browser.textsOf(".pieces > .note"))
        .hasSize(2)
        .last()
        .asString()
        .contains("second/sim-sixty went on");
    assertThat(browser.shows("#health")).isFalse();
    Looks.check(browser, "route-seam");
    assertThat(facts()).contains("Switches first → second");
  }
}
