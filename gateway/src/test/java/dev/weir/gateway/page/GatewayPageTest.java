package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * The page, the real gateway and the simulator behind it, as {@code weir serve} puts them together.
 */
@BrowserTest
final class GatewayPageTest {

  private static final String COUNTED = SimulatedGateway.COUNTED;

  private static final int PNG_HEADER_BYTES = 24;

  private final Browser browser;
  private final SimulatedGateway gateway;

  GatewayPageTest(Browser browser, @TempDir Path folder) throws IOException {
    this.browser = browser;
    gateway = SimulatedGateway.start(folder);
  }

  @BeforeEach
  void open() {
    browser.open(address());
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void aWholeTurnShowsThinkingStatusToolsResultsArtifactAndText() {
    ask("What is a weir?");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.all(".failure")).isEmpty();
    assertThat(browser.textOf(".thinking-title")).startsWith("Thought for ");
    assertThat(browser.run("return document.querySelector('.thinking-status').textContent"))
        .isEqualTo("Searching the documents");
    assertThat(browser.textsOf(".tool"))
        .containsExactly(
            "search_documents weir, 2 done", "make_artifact A weir, text/html, <p>water</p> done");
    assertThat(browser.all(".card")).isNotEmpty();
    assertThat(browser.textOf(".artifact-title")).isEqualTo("A weir");
    assertThat(browser.textOf(".answer")).isEqualTo("The drawing shows one weir.");
    browser.find("#inspect").click();
    browser.until(
        "metrics are there", () -> browser.textsOf(".bars-label").toString().contains("Provider"));
    assertThat(browser.console().stream().filter(each -> each.contains("Content Security Policy")))
        .isEmpty();
  }

  @Test
  void aReloadMidStreamLosesAndDoublesNothing() {
    ask("Please count");
    browser.until("some of it shows", () -> browser.textOf(".answer").contains("w20 "));
    browser.reload();
    browser.until("it goes on", () -> browser.textOf(".answer").contains("w60 "));
    browser.reload();
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".answer")).isEqualTo(COUNTED);
    assertThat(browser.textOf(".question p")).isEqualTo("Please count");
  }

  @Test
  void aConversationOfAnotherTabIsShownWhole() {
    ask(
        "What is a weir? Say it in short, with one drawing and nothing else that would make the answer longer");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    ask("Please count");
    List<String> answers = List.of("The drawing shows one weir.", COUNTED);
    browser.until("the second one ends", () -> browser.textsOf(".answer").equals(answers));
    browser.run("sessionStorage.clear()");
    browser.reload();
    browser.until("both are there again", () -> browser.textsOf(".answer").equals(answers));
    assertThat(browser.textsOf(".question p"))
        .containsExactly(
            "What is a weir? Say it in short, with one drawing and nothing else that would make the answer longer",
            "Please count");
  }

  @Test
  void stopCancelsTheStreamAndWhatCameStays() {
    ask("Please talk");
    browser.until("some of it shows", () -> browser.textOf(".answer").contains("w10 "));
    browser.find("#stop").click();
    browser.until("it has stopped", () -> browser.textOf(".stopped").startsWith("Stopped"));
    String shown = browser.textOf(".answer");
    assertThat(COUNTED).startsWith(shown).isNotEqualTo(shown);
    browser.until("nobody is asked any more", () -> gateway.simulator.answering() == 0);
    browser.reload();
    browser.until("the same is there", () -> browser.textOf(".stopped").startsWith("Stopped"));
    assertThat(browser.textOf(".answer")).isEqualTo(shown);
  }

  @Test
  void attacksThatTheProviderStreamsRunNothingAndRequestNothing() {
    browser.run("globalThis.ran = []; globalThis.pwned = (what) => ran.push(what)");
    browser.requests();
    ask("Please attack");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".answer")).contains("onerror=pwned(3)", "onerror=pwned(71)");
    assertThat(browser.run("return globalThis.ran")).isEqualTo(List.of());
    assertThat(Payloads.foreign(browser.requests(), address())).isEmpty();
  }

  @Test
  void theNextQuestionContinuesAndIsListed() {
    ask("What is a weir?");
    browser.until("one answer", () -> browser.all(".turn-foot:not([hidden])").size() == 1);
    ask("Please count");
    browser.until("two answers", () -> browser.all(".turn-foot:not([hidden])").size() == 2);
    browser.until(
        "they are one chat",
        () -> browser.textsOf(".chat-title").equals(List.of("What is a weir?")));
  }

  @Test
  void thePictureOfTheReadmeIsWhatThePageShows() throws IOException {
    browser.look(
        1440, 1260, Map.of("prefers-color-scheme", "light", "prefers-reduced-motion", "reduce"));
    ask("What does a weir do to a river, and how does it measure the flow?");
    browser.find("#inspect").click();
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    browser.until(
        "metrics are there", () -> browser.textsOf(".bars-label").toString().contains("Provider"));
    browser.until(
        "the frame is as high as its content",
        () -> browser.find(".artifact iframe").getSize().getHeight() == 190);
    byte[] picture = browser.picture();
    Path file = Path.of("../docs/page.png");
    if ("write".equals(System.getProperty("pictures"))) {
      Files.write(file, picture);
    }
    // Fonts and times differ from run to run, so that only the kind and size of the picture can be
    // compared.
    assertThat(Arrays.copyOf(picture, PNG_HEADER_BYTES))
        .isEqualTo(Arrays.copyOf(Files.readAllBytes(file), PNG_HEADER_BYTES));
  }

  private String address() {
    return gateway.address();
  }

  private void ask(String question) {
    browser.find("#prompt").sendKeys(question + Keys.ENTER);
  }
}
