package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * An artifact has no network until its scripts are run. Policy of content says nothing of names
 * that are resolved and connections that are opened in advance, so the oracles are below HTTP: the
 * browser's own log of its network, which has every name and every socket, and listeners for TCP
 * and UDP.
 */
final class ArtifactNetworkTest {
  private static final Pattern CANARY = Pattern.compile("([a-z-]+)\\.weir-canary\\.test");

  private static final String DOCUMENT =
      """
      <html manifest="http://manifest.weir-canary.test/"><head>
      <base href="http://base.weir-canary.test/">
      <meta http-equiv="x-dns-prefetch-control" content="on">
      <meta http-equiv="refresh" content="0;url=http://refresh.weir-canary.test/">
      <link rel="preconnect" href="http://preconnect.weir-canary.test/">
      <link rel="preconnect" href="http://127.0.0.1:TCP/">
      <link rel="dns-prefetch" href="http://dns-prefetch.weir-canary.test/">
      <link rel="prefetch" href="http://prefetch.weir-canary.test/">
      <link rel="preload" as="image" href="http://preload.weir-canary.test/">
      <link rel="modulepreload" href="http://modulepreload.weir-canary.test/a.js">
      <link rel="stylesheet" href="http://stylesheet.weir-canary.test/">
      <link rel="icon" href="http://icon.weir-canary.test/">
      <style>@import "http://import.weir-canary.test/"; p { background: url(http://background.weir-canary.test/) }</style>
      </head><body onload="fetch('http://onload.weir-canary.test/')">
      <a href="http://anchor.weir-canary.test/">A link</a>
      <img src="http://img.weir-canary.test/" srcset="http://srcset.weir-canary.test/ 2x">
      <iframe src="http://iframe.weir-canary.test/"></iframe><object data="http://object.weir-canary.test/"></object>
      <embed src="http://embed.weir-canary.test/"><video src="http://video.weir-canary.test/" poster="http://poster.weir-canary.test/"></video>
      <svg><image href="http://svg-image.weir-canary.test/"/><use href="http://svg-use.weir-canary.test/#a"/>
      <foreignObject><link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect" href="http://foreign.weir-canary.test/"/></foreignObject></svg>
      <template shadowrootmode="open"><link rel="preconnect" href="http://shadow.weir-canary.test/"></template>
      <noscript><link rel="preconnect" href="http://noscript.weir-canary.test/"></noscript>
      <link rel="preconnect" href="http://in-body.weir-canary.test/"><p>The document</p>
      <script>fetch('http://script.weir-canary.test/')</script>
      </body></html>\
      """;

  @TempDir private Path folder;
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final ServerSocket tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final DatagramSocket udp =
      new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger datagrams = new AtomicInteger();

  ArtifactNetworkTest() throws IOException {}

  @BeforeEach
  void listen() {
    Thread.ofVirtual()
        .start(() -> {
          while (!tcp.isClosed()) {
            try {
              tcp.accept().close();
              connections.incrementAndGet();
            } catch (IOException closed) {
              return;
            }
          }
        });
    Thread.ofVirtual()
        .start(() -> {
          while (!udp.isClosed()) {
            try {
              udp.receive(new DatagramPacket(new byte[1500], 1500));
              datagrams.incrementAndGet();
            } catch (IOException closed) {
              return;
            }
          }
        });
  }

  @AfterEach
  void close() throws IOException {
    gateway.close();
    tcp.close();
    udp.close();
  }

  /** Shows an artifact in a browser of its own; gives the names that the browser looked for. */
  private Set<String> show(String mediaType, String content) throws IOException {
    Path log = folder.resolve("net.json");
    Optional<Browser> started = Browser.start("--log-net-log=" + log);
    assumeTrue(started.isPresent(), "There is no chromium with its chromedriver on the PATH");
    try (Browser browser = started.get()) {
      gateway.answer(
          new LifecycleScript()
              .artifact("Attack", mediaType, content.replace("TCP", "" + tcp.getLocalPort()))
              .text("stop", "Done. [a](http://markdown.weir-canary.test/)"));
      browser.open(gateway.address());
      browser.find("#prompt").sendKeys("Attack" + Keys.ENTER);
      browser.until("it ends", () -> browser.shows(".turn-foot"));
      browser.until(
          "the frame has spoken",
          () -> !"".equals(browser.run("return document.querySelector('iframe').style.height")));
      assertThat(browser.textOf(".artifact-run"))
          .startsWith("Run scripts")
          .contains("open connections to other computers");
      assertThat(connections).hasValue(0);
      // The oracle must see what it is there to see.
      browser.goTo(
          "data:text/html,<link rel=preconnect href=http://control.weir-canary.test/>"
              + "<link rel=preconnect href=http://127.0.0.1:"
              + tcp.getLocalPort()
              + "/>"
              + "<link rel=dns-prefetch href=http://control-name.weir-canary.test/>");
      browser.until("the control has come", () -> connections.get() > 0);
    }
    TreeSet<String> names = new TreeSet<>();
    try (Stream<String> lines = Files.lines(log, ISO_8859_1)) {
      lines
          .map(CANARY::matcher)
          .flatMap(Matcher::results)
          .forEach(found -> names.add(found.group(1)));
    }
    return names;
  }

  @Test
  void aDocumentResolvesNoNameAndOpensNoConnection() throws IOException {
    assertThat(show("text/html", DOCUMENT)).containsExactly("control", "control-name");
    assertThat(datagrams).hasValue(0);
  }

  @Test
  void aDrawingResolvesNoNameAndOpensNoConnection() throws IOException {
    String drawing =
        """
        <svg xmlns="http://www.w3.org/2000/svg"><title>A drawing</title><image href="http://svg-image.weir-canary.test/"/>
        <foreignObject><link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect" href="http://127.0.0.1:TCP/"/></foreignObject>
        </svg><link rel="dns-prefetch" href="http://behind.weir-canary.test/"><script>0</script>\
        """;

    assertThat(show("image/svg+xml", drawing)).containsExactly("control", "control-name");
    assertThat(datagrams).hasValue(0);
  }

  /** No policy of Chromium's stops it, so the page says it beside the button. */
  @Test
  void scriptsThatTheReaderRunsCanSendAsThePageSays() {
    String document =
        """
        <p>Call</p><script>
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }] });
        peer.createDataChannel('a');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        </script>\
        """
            .replace("UDP", "" + udp.getLocalPort());
    Optional<Browser> started = Browser.start();
    assumeTrue(started.isPresent(), "There is no chromium with its chromedriver on the PATH");
    try (Browser browser = started.get()) {
      gateway.answer(
          new LifecycleScript().artifact("Call", "text/html", document).text("stop", "Done."));
      browser.open(gateway.address());
      browser.find("#prompt").sendKeys("Call" + Keys.ENTER);
      browser.until("it ends", () -> browser.shows(".turn-foot"));
      assertThat(browser.textOf(".artifact-caution")).contains("open connections");
      assertThat(datagrams).hasValue(0);
      browser.find(".artifact-run button").click();
      browser.until("it has sent", () -> datagrams.get() > 0);
      assertThat(browser.shows(".artifact-caution")).isFalse();
    }
  }
}
