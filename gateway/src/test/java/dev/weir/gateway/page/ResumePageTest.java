package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

@BrowserTest
final class ResumePageTest {

  private static final String[] WORDS =
      IntStream.range(0, 24).mapToObj(each -> "w" + each + " ").toArray(String[]::new);
  private static final String ANSWER = String.join("", WORDS).strip();

  private final Browser browser;
  private final ScriptedGateway gateway = new ScriptedGateway();

  ResumePageTest(Browser browser) throws IOException {
    this.browser = browser;
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void aReloadMidStreamLosesAndDoublesNothing() {
    ScriptedStream stream = gateway.answer(new LifecycleScript().text("stop", WORDS)).hold(9);
    ask();
    browser.until("some of it shows", () -> answer().endsWith("w7"));
    browser.reload();
    browser.until("the same shows again", () -> answer().endsWith("w7"));
    stream.hold(15);
    browser.until("it goes on", () -> answer().endsWith("w13"));
    browser.reload();
    stream.releaseAll();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(answer()).isEqualTo(ANSWER);
    assertThat(browser.textOf(".question p")).isEqualTo("Count");
  }

  @Test
  void aConnectionThatBreaksAfterEveryFrameLosesAndDoublesNothing() {
    gateway.answer(new LifecycleScript().text("stop", "a ", "b ", "c ", "d ", "e")).breakAfter(1);
    ask();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(answer()).isEqualTo("a b c d e");
    assertThat(gateway.requests().stream().filter(each -> each.contains("/events")))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, 7)
                .mapToObj(each -> "GET /v1/streams/stream-1/events?after=" + each)
                .toList());
  }

  @Test
  void aNetworkThatIsGoneForAWhileIsWaitedFor() {
    ScriptedStream stream = gateway.answer(new LifecycleScript().text("stop", WORDS)).hold(9);
    ask();
    browser.until("some of it shows", () -> answer().endsWith("w7"));
    gateway.setUnreachable(true);
    browser.until("it says so", () -> browser.textOf("#link").equals("Reconnecting…"));
    assertThat(browser.textOf("#announce")).isEqualTo("Connection lost, reconnecting");
    stream.releaseAll();
    gateway.setUnreachable(false);
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(answer()).isEqualTo(ANSWER);
    assertThat(browser.shows("#link")).isFalse();
  }

  @Test
  void framesThatComeAgainAreNotShownTwice() {
    gateway.answer(new LifecycleScript().text("stop", WORDS)).breakAfter(10).repeating();
    ask();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(answer()).isEqualTo(ANSWER);
  }

  @Test
  void aConnectionThatLeavesOutAFrameIsAskedAgain() {
    gateway.answer(new LifecycleScript().text("stop", WORDS)).skipping();
    ask();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(answer()).isEqualTo(ANSWER);
  }

  @Test
  void aStreamThatIsNoLongerKeptIsSaidToBe() {
    browser.open(gateway.address());
    browser.goTo(gateway.address() + "#stream/long-gone");
    browser.reload();
    browser.until(
        "it says so", () -> browser.textOf(".failure").contains("no longer keeps this stream"));
  }

  /** Every further file would be a further round trip on a slow line. */
  @Test
  void aPageIsFewFiles() {
    browser.open(gateway.address());
    assertThat(gateway.requests().stream().filter(each -> !each.contains("/v1/")))
        .hasSizeBetween(6, 8)
        .allMatch(
            each -> each.matches("GET /(page/[0-9a-f]{16}/[a-z/]+[.]\\w+)?|GET /favicon.ico"));
  }

  @Test
  void anEarlierChatOpensFromTheList() {
    gateway.answer(new LifecycleScript().text("stop", WORDS));
    ask();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    browser.type(Keys.chord(Keys.CONTROL, "k"));
    browser.until("the page is empty", () -> browser.all(".turn").isEmpty());
    browser.find(".chat").click();
    browser.until("it is there again", () -> answer().equals(ANSWER));
    assertThat(browser.address()).endsWith("#stream/stream-1");
  }

  private void ask() {
    browser.open(gateway.address());
    browser.find("#prompt").sendKeys("Count" + Keys.ENTER);
  }

  private String answer() {
    return browser.textOf(".answer").strip();
  }
}
