package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Chats and their versions, with the real gateway and the simulator behind it. */
@BrowserTest
final class ChatsPageTest {
  private final Browser browser;
  private final SimulatedGateway gateway;

  ChatsPageTest(Browser browser, @TempDir Path folder) throws IOException {
    this.browser = browser;
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
  void aChatIsFoundRenamedAndDeletedAndOtherTabsSeeIt() {
    Looks.check(browser, "empty");
    ask("What is a weir, briefly?", 1);
    ask("Count briefly", 2);
    browser.find("#new-chat").click();
    ask("Please say it briefly", 1);
    chats("Please say it briefly", "What is a weir, briefly?");
    assertThat(browser.textsOf(".chats-day")).containsExactly("Today");

    browser.find("#find").sendKeys("COUNT");
    chats("What is a weir, briefly?");
    Looks.desk(browser, "a chat is searched");
    browser.find(".chat").click();
    browser.until(
        "all of it shows",
        () ->
            browser
                .textsOf(".question p")
                .equals(List.of("What is a weir, briefly?", "Count briefly")));
    assertThat(browser.find(".chat").getDomAttribute("aria-current")).isEqualTo("page");
    browser.find("#find").sendKeys(Keys.ESCAPE);
    chats("Please say it briefly", "What is a weir, briefly?");

    action("edit", 1);
    Looks.desk(browser, "a chat is renamed");
    browser.type(Keys.chord(Keys.CONTROL, "a"), "Rivers", Keys.ENTER);
    chats("Please say it briefly", "Rivers");
    assertThat(browser.textOf("#title")).isEqualTo("Rivers");

    browser.openTab(gateway.address());
    chats("Please say it briefly", "Rivers");
    browser.until("it can be asked", () -> browser.shows("#model"));
    browser.find("#prompt").sendKeys("Please talk" + Keys.ENTER);
    browser.until("it is live", () -> browser.textOf(".chat-facts").contains("live"));
    browser.goToTab(0);
    chats("Please talk", "Please say it briefly", "Rivers");
    browser.goToTab(1);
    browser.find("#stop").click();
    browser.until("it has stopped", () -> browser.textOf(".stopped").startsWith("Stopped"));
    browser.closeTab();
    browser.until(
        "it is not live here either", () -> !browser.textOf(".chat-facts").contains("live"));

    action("bin", 2);
    browser.until("it is asked whether", () -> browser.shows("#delete-dialog"));
    Looks.check(browser, "a chat is to be deleted");
    browser.type(Keys.ESCAPE);
    browser.until("it is not asked", () -> !browser.shows("#delete-dialog"));
    action("bin", 2);
    browser.until("it is asked again", () -> browser.shows("#delete-dialog"));
    browser.find("#delete-dialog .danger").click();
    chats("Please talk", "Please say it briefly");
    browser.until("the page is empty", () -> browser.shows("#empty"));
    browser.reload();
    chats("Please talk", "Please say it briefly");
  }

  @Test
  void moreChatsThanAPageAreShownOnDemand() {
    browser.runAsync(
        """
        for (let i = 0; i < 43; i++) {
          const messages = [{ role: 'user', content: `Question ${i}, briefly` }];
          await fetch('v1/chat', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ messages, detach: true }) });
        }
        """);
    browser.reload();
    browser.until("a page of them is listed", () -> browser.all(".chat-title").size() == 40);
    Looks.desk(browser, "a page of chats");
    browser.find("#more").click();
    browser.until("all are listed", () -> browser.all(".chat-title").size() == 43);
    assertThat(browser.textsOf(".chat-title").getLast()).isEqualTo("Question 0, briefly");
    assertThat(browser.shows("#more")).isFalse();
  }

  @Test
  void aQuestionIsEditedAndAskedAgainAndNothingIsRemoved() {
    ask("What is a weir, briefly?", 1);
    ask("Count briefly", 2);
    // The same again, of an earlier turn: what followed the first answer is another branch.
    browser.all(".turn-foot button").get(1).click();
    browser.until(
        "a second answer",
        () -> shown("What is a weir, briefly?") && finished(1) && branches("2/2"));
    browser.find(".question-tools > button").click();
    browser.find(".question-edit textarea").sendKeys(" And a dam?");
    Looks.check(browser, "a question is edited");
    browser.find(".question-edit textarea").sendKeys(Keys.ENTER);
    browser.until(
        "a third",
        () -> shown("What is a weir, briefly? And a dam?") && finished(1) && branches("3/3"));
    ask("Count briefly", 2);
    Looks.check(browser, "a chat with versions");

    browser.all(".branches button").getFirst().click();
    browser.until("the second", () -> shown("What is a weir, briefly?") && branches("2/3"));
    browser.all(".branches button").getFirst().click();
    browser.until(
        "the first with what followed",
        () -> shown("What is a weir, briefly?", "Count briefly") && branches("1/3"));
    browser.reload();
    browser.until(
        "the same after a reload",
        () -> shown("What is a weir, briefly?", "Count briefly") && finished(2) && branches("1/3"));
    browser.all(".branches button").getFirst().click();
    browser.until(
        "round to the third",
        () -> shown("What is a weir, briefly? And a dam?", "Count briefly") && branches("3/3"));
    assertThat(browser.textsOf(".chat-title")).containsExactly("What is a weir, briefly?");
  }

  @Test
  void aChatIsTakenAlongAsMarkdownAndJsonAndOnPaper() {
    ask("What is a weir, briefly?", 1);
    ask("Count briefly", 2);
    browser.run(
        """
        globalThis.saved = [];
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { saved.push(blob); return make.call(URL, blob); };
        globalThis.print = () => saved.push(new Blob(['printed']));
        """);
    browser.find("#export").click();
    browser.until("the ways are shown", () -> browser.shows("#export-menu"));
    Looks.check(browser, "a chat is exported");
    for (String way : List.of("print", "markdown", "json")) {
      if (!browser.shows("#export-menu")) {
        browser.find("#export").click();
      }
      browser.find("#export-" + way).click();
    }
    browser.until(
        "all are there", () -> Long.valueOf(3).equals(browser.run("return saved.length")));
    assertThat(
            browser.runAsync(
                "return (await Promise.all(saved.slice(0, 2).map((each) => each.text())))"))
        .isEqualTo(
            List.of(
                "printed",
                """
                # What is a weir, briefly?

                ## You

                What is a weir, briefly?

                ## sim-1

                It is a low wall across a river.

                ## You

                Count briefly

                ## sim-1

                It is a low wall across a river.
                """));
    assertThat(
            browser.runAsync(
                "const { title, streams } = JSON.parse(await saved[2].text()); return [title, streams.map(({ asked, message }) => [asked[0].content, message.verdict])]"))
        .isEqualTo(
            List.of(
                "What is a weir, briefly?",
                List.of(
                    List.of("What is a weir, briefly?", "COMPLETE"),
                    List.of("Count briefly", "COMPLETE"))));
    browser.print(true);
    assertThat(browser.shows(".composer") || browser.shows("#side") || browser.shows("#export"))
        .isFalse();
    assertThat(
            browser.run(
                "return document.getElementById('main').clientHeight >= document.getElementById('turns').clientHeight"))
        .isEqualTo(true);
    browser.print(false);
  }

  private void ask(String question, int turns) {
    browser.find("#prompt").sendKeys(question + Keys.ENTER);
    browser.until("it is answered", () -> finished(turns));
  }

  private boolean finished(int turns) {
    return browser.all(".turn").size() == turns
        && browser.all(".turn-foot:not([hidden])").size() == turns;
  }

  private boolean shown(String... questions) {
    return browser.textsOf(".question p").equals(List.of(questions));
  }

  private boolean branches(String first) {
    return browser.textOf(".branches:not([hidden])").equals(first);
  }

  private void chats(String... titles) {
    browser.until(
        "the chats are " + List.of(titles),
        () -> browser.textsOf(".chat-title").equals(List.of(titles)));
  }

  private void action(String name, int row) {
    browser.run(
        "document.querySelectorAll(`[data-action=${arguments[0]}]`)[arguments[1]].focus()",
        name,
        row);
    browser.type(Keys.ENTER);
  }
}
