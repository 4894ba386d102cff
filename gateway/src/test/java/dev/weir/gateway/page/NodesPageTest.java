package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import dev.weir.gateway.node.Nodes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of one gateway of several. */
@BrowserTest
final class NodesPageTest {
  private final Browser browser;
  @TempDir private Path folder;

  NodesPageTest(Browser browser) {
    this.browser = browser;
  }

  @Test
  void theInspectorSaysWhichNodeFetchesAStreamAlsoOnAnother() throws Exception {
    var upstream = new ScriptedUpstream();
    try (var nodes = new Nodes(folder, 2, upstream)) {
      RunningGateway other = nodes.nodes.getLast();
      String id = nodes.nodes.getFirst().detached();
      upstream.next().say(ScriptedUpstream.answer("One ", "two."));
      String node = other.awaitEnd(id).get("node").textOrEmpty();
      assertThat(node).isNotEmpty();

      browser.open("http://127.0.0.1:%d/#stream/%s".formatted(other.gateway.port(), id));
      browser.until("the answer shows", () -> browser.shows(".turn-foot"));
      browser.find("#inspect").click();
      browser.until("the node shows", () -> browser.textsOf(".fact").contains("Node " + node));
      assertThat(browser.textsOf(".fact dt")).doesNotContain("Switches");
      Looks.check(browser, "a stream of another node");
    }
  }
}
