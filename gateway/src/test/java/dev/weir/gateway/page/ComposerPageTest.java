package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What can be asked, and of whom, with the real gateway and the simulator behind it. */
@BrowserTest
final class ComposerPageTest {
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  private final Browser browser;
  private final SimulatedGateway gateway;
  private final Path folder;

  ComposerPageTest(Browser browser, @TempDir Path folder) throws IOException {
    this.browser = browser;
    this.folder = folder;
    this.gateway = SimulatedGateway.start(folder);
  }

  @BeforeEach
  void open() {
    browser.open(gateway.address());
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void aQuestionTakesFilesASystemPromptAndChosenToolsAlongAndADraftOutlivesAReload()
      throws IOException {
    Path picture = Files.write(folder.resolve("dot.png"), Base64.getDecoder().decode(PIXEL));
    Path notes = Files.writeString(folder.resolve("notes.md"), "Levels of the water");
    Path wrong = Files.write(folder.resolve("thing.bin"), new byte[] {0, 1});
    browser.find("#prompt").sendKeys("Half a ");
    browser.reload();
    browser.until("the page is ready", () -> browser.shows("#model"));
    browser.find("#prompt").sendKeys("question, briefly");
    assertThat(browser.find("#prompt").getDomProperty("value"))
        .isEqualTo("Half a question, briefly");

    browser.find("#attach-file").sendKeys(picture + "\n" + notes);
    browser.until("both are attached", () -> browser.all(".attachment").size() == 2);
    browser.find("#attach-file").sendKeys(wrong.toString());
    browser.until(
        "what cannot go along is said",
        () -> browser.textOf(".attachment.refused").startsWith("thing.bin cannot be attached"));
    Looks.check(browser, "attachments");

    browser.find("#settings").click();
    browser.find("#system").sendKeys("Answer like a miller.");
    browser.find("#tool-make_artifact").click();
    Looks.check(browser, "settings");
    browser.find("#settings-dialog .primary").click();
    browser.find("#send").click();
    browser.until("it is answered", () -> browser.shows(".turn-foot"));

    String asked = gateway.simulator.requests().getLast().toString();
    assertThat(asked)
        .contains("Answer like a miller.", PIXEL, "Levels of the water", "search_documents")
        .doesNotContain("\"make_artifact\"");
    assertThat(browser.find("#prompt").getDomProperty("value")).isEqualTo("");
    assertThat(browser.textsOf(".question .chip")).containsExactly("", "notes.md");
    browser.reload();
    browser.until("it is there again", () -> browser.shows(".turn-foot"));
    assertThat(browser.textsOf(".question .chip")).containsExactly("dot.png", "notes.md");
    assertThat(browser.textOf(".question p")).isEqualTo("Half a question, briefly");
    browser.all(".turn-foot button").get(1).click();
    browser.until("it is asked again", () -> browser.textOf(".branch-number").equals("2/2"));
    browser.until("with all of it", () -> gateway.simulator.requests().size() == 2);
    assertThat(gateway.simulator.requests().getLast().toString())
        .contains("Answer like a miller.", PIXEL, "Levels of the water");
  }

  @Test
  void severalModelsAnswerSideBySideWithTheirNumbersAndOneGoesOn() {
    browser.find("#model").click();
    browser.find("#model-compare").click();
    browser.find("#model-find").sendKeys("sim-2");
    browser.until("it is found", () -> browser.all(".models-option").size() == 1);
    browser.find("#model-find").sendKeys(Keys.ENTER);
    browser.find("#model-find").sendKeys(Keys.ESCAPE);
    assertThat(browser.textOf("#model")).isEqualTo("2 models");
    browser.find("#prompt").sendKeys("What is it, briefly?" + Keys.ENTER);
    browser.until(
        "both have answered with their numbers",
        () -> browser.all(".column .turn-numbers span").size() >= 6);
    assertThat(browser.textsOf(".column-name"))
        .containsExactly("simulator · sim-1", "simulator · sim-2");
    assertThat(browser.textsOf(".column .answer"))
        .containsExactly("It is a low wall across a river.", "It is a low wall across a river.");
    assertThat(browser.textsOf(".turn-numbers span"))
        .anyMatch(each -> each.matches("[\\d,]+ in"))
        .anyMatch(each -> each.matches("[\\d,]+ out"))
        .anyMatch(each -> each.startsWith("first after "))
        .anyMatch(each -> each.endsWith(" tokens/s"));
    Looks.check(browser, "a comparison");
    browser.all(".column-head button").getLast().click();
    browser.reload();
    browser.until(
        "they are versions after a reload", () -> browser.textOf(".branch-number").equals("2/2"));
    assertThat(browser.textOf(".turn-model")).isEqualTo("sim-2");
    assertThat(browser.textOf("#model")).isEqualTo("2 models");
    assertThat(browser.textsOf(".chat-title")).containsExactly("What is it, briefly?");
  }
}
