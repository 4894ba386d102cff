package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
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

  /** Files as a browser hands them over, named and typed; the content is the name. */
  private static final String FILES =
      """
      const data = new DataTransfer();
      for (const [name, type] of given[0]) {
        data.items.add(new File([name], name, { type }));
      }
      for (const type of given[1]) {
        data.setData(type, 'words');
      }
      """;

  private boolean paste(List<List<String>> files, List<String> types) {
    return Boolean.TRUE.equals(
        browser.runAsync(
            FILES
                + """
                const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
                return !document.getElementById('prompt').dispatchEvent(paste);
                """,
            files,
            types));
  }

  private boolean drag(String event, String onto, List<List<String>> files, List<String> types) {
    return Boolean.TRUE.equals(
        browser.runAsync(
            FILES
                + """
                const drag = new DragEvent(given[2], { dataTransfer: data, bubbles: true, cancelable: true });
                return !document.querySelector(given[3]).dispatchEvent(drag);
                """,
            files,
            types,
            event,
            onto));
  }

  @Test
  void filesArePastedAndDroppedAnywhereAndTextStaysWithTheBrowser() {
    List<List<String>> pdf = List.of(List.of("levels.pdf", "application/pdf"));
    assertThat(paste(pdf, List.of())).isTrue();
    browser.until("it is attached", () -> browser.all(".attachment").size() == 1);
    assertThat(
            paste(List.of(List.of("table.png", "image/png")), List.of("text/plain", "text/html")))
        .as("a text of an office program, with a picture of it")
        .isFalse();

    assertThat(drag("dragover", "#empty", List.of(), List.of("text/plain"))).isFalse();
    assertThat(drag("drop", "#prompt", List.of(), List.of("text/plain"))).isFalse();
    assertThat(drag("dragover", "#empty", pdf, List.of())).isTrue();
    assertThat(browser.shows(".dropping")).isTrue();
    Looks.check(browser, "files over the page");
    assertThat(
            drag(
                "drop",
                "#empty",
                List.of(
                    List.of("a.bin", "application/zip"),
                    List.of("notes.md", "text/markdown"),
                    List.of("b.bin", "")),
                List.of()))
        .isTrue();
    browser.until(
        "what can be attached is, and the rest is named",
        () ->
            browser
                .textsOf(".attachment")
                .equals(
                    List.of(
                        "levels.pdf",
                        "notes.md",
                        "a.bin cannot be attached: pictures (PNG, JPEG, GIF, WebP), PDF and text can",
                        "b.bin cannot be attached: pictures (PNG, JPEG, GIF, WebP), PDF and text can")));
    assertThat(browser.shows(".dropping")).isFalse();
    Looks.check(browser, "files of all kinds");

    browser.find("#prompt").sendKeys("Sum it up, briefly" + Keys.ENTER);
    browser.until("it is answered", () -> browser.shows(".turn-foot"));
    assertThat(gateway.simulator.requests().getLast().toString())
        .contains("application/pdf", base64("levels.pdf"), "notes.md");
    assertThat(browser.textsOf(".question .chip")).containsExactly("levels.pdf", "notes.md");
    Looks.check(browser, "a question with files");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void whatWaitedComesBackWithItsFilesWhenTheAnswerIsStopped() {
    browser.find("#prompt").sendKeys("Please talk" + Keys.ENTER);
    browser.until("it answers", () -> browser.shows(".answer"));
    paste(List.of(List.of("levels.pdf", "application/pdf")), List.of());
    browser.until("it is attached", () -> browser.all(".attachment").size() == 1);
    browser.find("#prompt").sendKeys("And these levels" + Keys.ENTER);
    browser.until("it waits", () -> browser.shows(".queued"));
    assertThat(browser.shows("#attachments")).isFalse();

    browser.find("#stop").click();
    browser.until("it is back", () -> browser.textsOf(".attachment").equals(List.of("levels.pdf")));
    assertThat(browser.find("#prompt").getDomProperty("value")).isEqualTo("And these levels");
  }

  @Test
  void upToFourModelsAnswerSideBySide() {
    browser.find("#model").click();
    browser.find("#model-compare").click();
    for (String model : List.of("sim-2", "sim-3", "sim-4")) {
      browser.find("#model-find").sendKeys(Keys.chord(Keys.CONTROL, "a"), model);
      browser.until("it is found", () -> browser.all(".models-option").size() == 1);
      browser.find("#model-find").sendKeys(Keys.ENTER);
    }
    Looks.check(browser, "four models are chosen");
    browser.find("#model-find").sendKeys(Keys.ESCAPE);
    assertThat(browser.textOf("#model")).isEqualTo("4 models");
    browser.find("#prompt").sendKeys("What is it, briefly?" + Keys.ENTER);
    browser.until(
        "all have answered with their numbers",
        () -> browser.all(".column .turn-numbers span").size() >= 12);
    assertThat(browser.textsOf(".column-name"))
        .containsExactly(
            "simulator · sim-1", "simulator · sim-2", "simulator · sim-3", "simulator · sim-4");
    Looks.check(browser, "four answers");
  }
}
