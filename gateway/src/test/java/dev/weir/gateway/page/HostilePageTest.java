package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * Model output that attacks the page runs nothing and requests nothing.
 *
 * <p>Oracles: a function that every payload tries to call; the page's reports of violated policy;
 * the browser's own log of requests; a second server, which nobody may call. {@code -Dhostile=all}
 * cuts every payload at every index (some minutes) instead of at some.
 */
@BrowserTest
final class HostilePageTest {

  private final Browser browser;
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final HttpServer elsewhere;
  private final List<String> leaks = new CopyOnWriteArrayList<>();

  HostilePageTest(Browser browser) throws IOException {
    this.browser = browser;
    elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          leaks.add(exchange.getRequestURI().toString());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    elsewhere.start();
  }

  @AfterEach
  void close() {
    gateway.close();
    elsewhere.stop(0);
  }

  @Test
  void payloadsCutAnywhereRunNothingAndRequestNothing() throws IOException {
    browser.open(gateway.address());
    browser.requests();
    Object seen =
        browser.runAsync(
            """
            const [payloads, step] = given;
            const { TurnView } = await load('view/turn.js');
            const { newTurn, applyFrame, endTurn } = await load('turn/turn.js');
            const ran = [];
            globalThis.pwned = (what) => ran.push(what);
            globalThis.alert = globalThis.prompt = globalThis.confirm = () => ran.push('dialog');
            const violations = [];
            document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
            let shown = 0;
            const show = (...frames) => {
              const turn = newTurn();
              const view = new TurnView({ turn, clock: () => 0, prompt: 'p', modelName: '' }, {});
              document.getElementById('turns').replaceChildren(view.element);
              frames.forEach((frame, index) => view.update(applyFrame(turn, index + 1, { phase: 0, timestamp: 0, ...frame })));
              view.update(endTurn(turn));
              view.end({ turn, modelName: '' });
              shown++;
            };
            const settle = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
            for (const payload of payloads) {
              for (let at = 1; at <= payload.length; at += step) {
                const [head, tail] = [payload.slice(0, at), payload.slice(at)];
                show({ type: 'text_start' }, { type: 'text_delta', content: head }, { type: 'text_delta', content: tail }, { type: 'text_end', finish_reason: 'stop' });
              }
              show({ type: 'text_start' }, { type: 'text_delta', content: 'before ' + payload });
              show({ type: 'thinking_start' }, { type: 'thinking_delta', content: payload }, { type: 'status', description: payload }, { type: 'thinking_end', duration_ms: 1 });
              show({ type: 'tool_call_start', toolCallId: payload, toolName: payload, arguments: payload }, { type: 'tool_result', toolCallId: payload, toolName: payload, success: true, note: payload });
              show({ type: 'web_search', data: { query: payload, results: [{ title: payload, url: payload, snippet: payload }] } });
              show({ type: 'image_complete', mediaType: payload, content: payload }, { type: 'image_complete', mediaType: 'image/png', content: payload });
              show({ type: 'artifact_complete', title: payload, mediaType: 'text/markdown', content: payload });
              show({ type: 'artifact_complete', title: payload, mediaType: 'text/plain', content: payload });
              show({ type: 'error', code: payload, message: payload, retryable: true });
              await settle();
            }
            document.querySelectorAll('#turns summary').forEach((each) => each.click());
            await settle();
            return [shown > payloads.length * 10, ran, violations];
            """,
            payloads(),
            all() ? 1 : 9);
    assertThat(seen).isEqualTo(List.of(true, List.of(), List.of()));
    assertThat(foreignRequests()).isEmpty();
    assertThat(leaks).isEmpty();
  }

  @Test
  void payloadsThroughAWholeStreamRunNothingAndRequestNothing() throws IOException {
    gateway.answer(
        new LifecycleScript()
            .text("stop", String.join("\n\n", payloads()).split("(?<=\\G.{11})", -1)));
    browser.open(gateway.address());
    browser.run("globalThis.ran = []; globalThis.pwned = (what) => ran.push(what)");
    browser.requests();
    browser.find("#prompt").sendKeys("Attack" + Keys.ENTER);
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.run("return globalThis.ran")).isEqualTo(List.of());
    assertThat(foreignRequests()).isEmpty();
    assertThat(leaks).isEmpty();
  }

  @Test
  void anArtifactHasNoScriptsUntilAskedAndThenNoNetworkAndNoParent() {
    String address = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/leak";
    String attack =
        """
        <meta http-equiv="refresh" content="1;url=URL?refresh"><link rel="stylesheet" href="URL?css"><link rel="prefetch" href="URL?prefetch">
        <style>@import "URL?import"; body { background: url(URL?background) }</style><img src="URL?img"><iframe src="URL?frame"></iframe>
        <form action="URL?form"><input name="a"></form><p id="state">no scripts</p>
        <script>
          const tries = [];
          const attempt = (name, run) => { try { run(); tries.push(name + ' ran'); } catch { tries.push(name + ' refused'); } };
          attempt('parent', () => parent.document.body);
          attempt('storage', () => sessionStorage.length);
          attempt('cookie', () => document.cookie);
          fetch('URL?fetch').catch(() => {});
          navigator.sendBeacon('URL?beacon');
          new Image().src = 'URL?image';
          try { new WebSocket('URL?socket'.replace('http', 'ws')); } catch {}
          document.forms[0].submit();
          document.documentElement.style.height = '5000px';
          document.getElementById('state').textContent = tries.join(', ');
          setTimeout(() => { location = 'URL?location'; }, 50);
          setTimeout(() => { try { top.location = 'URL?top'; } catch {} }, 50);
        </script>\
        """
            .replace("URL", address);
    gateway.answer(
        new LifecycleScript().artifact("Attack", "text/html", attack).text("stop", "Done."));
    browser.open(gateway.address());
    browser.find("#prompt").sendKeys("Attack" + Keys.ENTER);
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    browser.until(
        "the frame has spoken",
        () -> !"".equals(browser.run("return document.querySelector('iframe').style.height")));
    browser.find(".artifact-run button").click();
    browser.until(
        "a script has spoken",
        () -> "560px".equals(browser.run("return document.querySelector('iframe').style.height")));
    browser.runAsync("await new Promise((done) => setTimeout(done, 1500))");
    assertThat(leaks).isEmpty();
    assertThat(browser.address()).startsWith(gateway.address());
    assertThat(browser.find(".artifact iframe").getDomAttribute("sandbox"))
        .isEqualTo("allow-scripts");
  }

  private static boolean all() {
    return "all".equals(System.getProperty("hostile"));
  }

  private List<String> foreignRequests() {
    return Payloads.foreign(browser.requests(), gateway.address());
  }

  private List<String> payloads() throws IOException {
    return Payloads.aimedAt("http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/leak");
  }
}
