package dev.weir.gateway.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import dev.weir.gateway.page.Browser;
import dev.weir.gateway.page.BrowserTest;
import dev.weir.testkit.NpmFolder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A page of another origin with {@code useChat} of {@code @ai-sdk/react}, bundled by what npm has,
 * that is loaded again after every event of an answer, from one gateway or from two in turn.
 */
@BrowserTest
class UseChatReloadTest {
  private static final String CHAT = "chat-1";
  private static final List<StreamEvent> ANSWER = answer();

  private final Browser browser;
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  @TempDir private Path folder;

  UseChatReloadTest(Browser browser) {
    this.browser = browser;
  }

  private static List<StreamEvent> answer() {
    var thinking = new BlockId(0, 0);
    var text = new BlockId(0, 1);
    var call = new BlockId(0, 2);
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart("resp-1", "model-1"));
    events.add(ScriptedUpstream.start(thinking, BlockKind.REASONING));
    events.add(new BlockDelta(thinking, "Let me "));
    events.add(new BlockDelta(thinking, "look. 🌊\r\n\u2028"));
    events.add(ScriptedUpstream.end(thinking));
    events.add(ScriptedUpstream.start(text, BlockKind.TEXT));
    for (String word : List.of("It ", "is ", "is ", "\"9\" ", "世界 ", "🌤", "\n\n", "aa", "a")) {
      events.add(new BlockDelta(text, word));
    }
    events.add(ScriptedUpstream.end(text));
    events.add(new BlockStart(call, BlockKind.TOOL_CALL, "call-1", "clock", false, Map.of()));
    events.add(new BlockDelta(call, "{\"zone\": \"Ro"));
    events.add(new BlockDelta(call, "me\"}"));
    events.add(new BlockEnd(call, true, null, "{\"zone\": \"Rome\"}", null, null));
    events.add(new ResponseEnd(Verdict.TOOL_CALLS, "tool_use", null));
    return events;
  }

  /** What a page must show when so many events of the answer were said. */
  private static List<String> shown(int events) {
    Map<Integer, String> texts = new TreeMap<>();
    for (StreamEvent event : ANSWER.subList(0, events)) {
      if (event instanceof BlockDelta delta) {
        texts.merge(delta.block().block(), delta.text(), String::concat);
      }
    }
    List<String> parts = new ArrayList<>(List.of("user|text|hello"));
    texts.forEach((block, text) ->
        parts.add(
            switch (block) {
              case 0 -> "assistant|reasoning|" + text;
              case 1 -> "assistant|text|" + text;
              default ->
                  "assistant|tool-clock|{\"zone\":\"%s\"}"
                      .formatted(text.endsWith("}") ? "Rome" : "Ro");
            }));
    return parts;
  }

  /** The page and its script, on a port of their own. */
  private static HttpServer serve() throws Exception {
    Path source =
        Path.of(Objects.requireNonNull(UseChatReloadTest.class.getResource("usechat")).toURI());
    var npm = new NpmFolder(source);
    Optional<Path> installed = npm.installed();
    assumeTrue(installed.isPresent(), npm::missing);
    Path modules = installed.orElseThrow();
    Path bundle = modules.resolve("bundle.js");
    String said =
        Programs.run(
            "node",
            modules.resolve("node_modules/esbuild/bin/esbuild").toString(),
            modules.resolve("page.mjs").toString(),
            "--bundle",
            "--define:process.env.NODE_ENV=\"production\"",
            "--outfile=" + bundle);
    assertThat(bundle).as(said).exists();
    byte[] page =
        "<!doctype html><meta charset=utf-8><div id=page></div><script>%s</script>"
            .formatted(Files.readString(bundle).replace("</script", "<\\/script"))
            .getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static GatewayOptions allowing(String origin, int port, Path folder) {
    GatewayOptions local = RunningGateway.behind(port, folder);
    return new GatewayOptions(
        local.address(),
        local.hosts(),
        Set.of(origin),
        local.keys(),
        local.log(),
        local.recordings(),
        local.secrets(),
        local.streamLimits(),
        local.requestLimits(),
        local.doors());
  }

  @ParameterizedTest
  @CsvSource({"1, ''", "1, &keepsAnswers", "2, ''", "2, &keepsAnswers"})
  void loadedAgainAfterEveryEventItShowsAllOnce(int nodes, String keeping) throws Exception {
    HttpServer pages = serve();
    String origin = "http://127.0.0.1:" + pages.getAddress().getPort();
    try (var proxy = new CuttingProxy();
        var gateways =
            Gateways.start(nodes, allowing(origin, proxy.port(), folder), folder, upstream)) {
      proxy.leadTo(gateways.ports());
      proxy.cutNothing();
      String address =
          "%s/?chat=%s&api=%s/v1/ui/chat%s".formatted(origin, CHAT, proxy.url(), keeping);
      browser.goTo(address);
      browser.runAsync("localStorage.clear(); return null");
      browser.goTo(address);
      browser.runAsync(
          "while (!window.send) await new Promise((r) => setTimeout(r, 10)); window.send('hello')");
      ScriptedUpstream.Call call = upstream.next();
      for (int said = 0; said < ANSWER.size(); said++) {
        showsExactly(said);
        browser.goTo(address);
        showsExactly(said);
        call.say(ANSWER.get(said));
      }
      showsExactly(ANSWER.size());
      browser.until("the answer has ended", () -> state("status").equals("ready"));
      showsExactly(ANSWER.size());
    } finally {
      pages.stop(0);
    }
  }

  private void showsExactly(int events) {
    List<String> wanted = shown(events);
    browser.until(
        "%d events are shown: %s".formatted(events, wanted), () -> wanted.equals(state("parts")));
  }

  private Object state(String field) {
    Object state = browser.runAsync("return window.shown?.[given[0]] ?? null", field);
    return state == null ? "nothing" : state;
  }
}
