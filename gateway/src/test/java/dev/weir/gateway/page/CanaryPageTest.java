package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider's key, which it repeats wherever it can, and the key that a person enters. */
@BrowserTest
final class CanaryPageTest {
  private static final String PROVIDER_KEY = "sk-canary-provider-0123456789";

  /** All that the page holds, except the one place where it keeps its key for the tab. */
  private static final String EVERYTHING =
      """
      const kept = { ...sessionStorage };
      delete kept['weir.key'];
      return JSON.stringify([
        document.documentElement.outerHTML, document.title, location.href, history.state,
        document.cookie, { ...localStorage }, kept,
        [...document.querySelectorAll('input, textarea')].map((each) => each.value),
        performance.getEntries().map((each) => each.name)])
      """;

  private final Browser browser;
  private final HttpServer provider;
  private final Gateway gateway;
  private final String clientKey = Keys.newKey();

  CanaryPageTest(Browser browser, @TempDir Path folder) throws IOException {
    this.browser = browser;
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/v1/chat/completions", CanaryPageTest::answer);
    provider.start();
    Provider echoing =
        Provider.builder(
                "echoing",
                Dialects.OPENAI_CHAT,
                "http://127.0.0.1:%d/v1".formatted(provider.getAddress().getPort()))
            .key(Secret.of(PROVIDER_KEY))
            .defaultModel("m-1")
            .build();
    GatewayOptions local =
        GatewayOptions.local(/* port= */ 0, folder.resolve("log"))
            .withRecordings(folder.resolve("recordings"))
            .withKeys(Keys.of(Map.of("alice", Keys.hash(clientKey))));
    gateway =
        Gateway.start(
            new GatewayOptions(
                local.address(),
                local.hosts(),
                local.origins(),
                local.keys(),
                local.log(),
                local.recordings(),
                List.of(PROVIDER_KEY),
                local.streamLimits(),
                local.requestLimits(),
                local.doors()),
            transport ->
                new Catalog(
                    List.of(
                        new CatalogEntry(
                            new HttpUpstream(echoing, transport, CallOptions.DEFAULT),
                            List.of("m-1"),
                            /* isSimulated= */ false)),
                    List.of()));
  }

  @AfterEach
  void close() {
    gateway.close();
    provider.stop(0);
  }

  /** The key it was asked with in every field, and spread over deltas; at last an error. */
  private static void answer(HttpExchange exchange) throws IOException {
    String key = exchange.getRequestHeaders().getFirst("Authorization").substring(7);
    String asked = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String head =
        "data: {\"id\":\"r-KEY\",\"model\":\"m-KEY\",\"choices\":[{\"index\":0,\"delta\":";
    var text = new StringBuilder();
    for (String field : List.of("reasoning_content", "content")) {
      for (String word : ("Your key is " + key + ". ").split("(?<=\\G.{5})", -1)) {
        text.append(head).append("{\"%s\":\"%s\"}}]}\n\n".formatted(field, word));
      }
    }
    text.append(
        asked.contains("fail, please")
            ? "data: {\"error\":{\"code\":\"KEY\",\"message\":\"Wrong: KEY\"}}\n\n"
            : head + "{},\"finish_reason\":\"stop\"}]}\n\n");
    byte[] bytes = (text + "data: [DONE]\n\n").replace("KEY", key).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void keysAreInNothingThatThePageShowsKeepsOrAsksFor() {
    browser.goTo("http://127.0.0.1:" + gateway.port() + "/");
    browser.requests();
    browser.until("a key is asked for", () -> browser.shows("#key-dialog"));
    browser.find("#key").sendKeys(clientKey + org.openqa.selenium.Keys.ENTER);
    browser.until("the models are there", () -> browser.textOf("#model").contains("m-1"));
    ask("Which key?");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".answer")).contains("Your key is ***");
    browser.find("#inspect").click();
    browser.until("metrics are there", () -> !browser.all(".bars-label").isEmpty());
    String inspected = held();
    ask("fail, please");
    browser.until("it has failed", () -> browser.shows(".failure"));
    String failed = held();

    assertThat(inspected + failed).contains("Which key?").doesNotContain(PROVIDER_KEY, clientKey);
    List<String> network = browser.requests();
    assertThat(String.join("\n", network)).contains("/v1/chat").doesNotContain(PROVIDER_KEY);
    Pattern inAnAddress =
        Pattern.compile("\"(url|referrer|documentURL)\":\"[^\"]*" + Pattern.quote(clientKey));
    assertThat(network).noneMatch(inAnAddress.asPredicate());
    assertThat(String.join("\n", browser.console())).doesNotContain(PROVIDER_KEY, clientKey);
  }

  private String held() {
    return String.valueOf(browser.run(EVERYTHING));
  }

  private void ask(String question) {
    browser.find("#prompt").sendKeys(question + org.openqa.selenium.Keys.ENTER);
  }
}
