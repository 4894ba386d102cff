package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

@BrowserTest
final class ConversationPageTest {

  private final Browser browser;
  private final ScriptedGateway gateway = new ScriptedGateway();

  ConversationPageTest(Browser browser) throws IOException {
    this.browser = browser;
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void aWholeTurnShowsThinkingStatusToolsResultsArtifactAndText() {
    ScriptedStream stream = gateway.answer(Demo.script()).hold(Demo.AFTER_STATUS);
    browser.open(gateway.address());
    assertThat(browser.shows("#simulated")).isTrue();
    ask("Why is the sky blue?");

    browser.until(
        "the status shows",
        () -> browser.textOf(".thinking-status").equals("Search the documents"));
    assertThat(browser.find(".thinking").getDomProperty("open")).isEqualTo("true");
    assertThat(browser.textOf(".thinking-title")).isEqualTo("Thinking");
    assertThat(browser.textOf(".thinking-timer")).endsWith(" s");
    assertThat(browser.textOf(".thinking-body")).contains("The question has two halves.");
    Looks.check(browser, "thinking");

    stream.releaseAll();
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".thinking-title")).isEqualTo("Thought for 12 s");
    assertThat(browser.find(".thinking").getDomProperty("open")).isIn("false", null);
    browser.find(".thinking summary").click();
    assertThat(browser.textOf(".thinking-body")).contains("The question has two halves.");

    assertThat(browser.textOf(".tool summary")).contains("search_documents", "done");
    browser.find(".tool summary").click();
    assertThat(browser.textOf(".tool pre")).isEqualTo("{\n  \"query\": \"Rayleigh scattering\"\n}");
    assertThat(browser.textOf(".card")).contains("Rayleigh scattering", "example.org");
    assertThat(browser.find(".answer h3").getText()).isEqualTo("How much more");
    assertThat(browser.all(".answer tbody tr")).hasSize(3);
    assertThat(browser.textOf(".artifact-title")).isEqualTo("A weir in a river");
    browser.until(
        "the frame is as high as its content",
        () -> browser.find(".artifact iframe").getSize().getHeight() == 200);
    assertThat(browser.textOf("#announce")).isEqualTo("Answer complete");
    assertThat(browser.all(".failure")).isEmpty();
  }

  @Test
  void partsOfTheThinkingStandApart() {
    gateway.answer(
        new LifecycleScript()
            .frame("thinking_start", "")
            .frame("thinking_delta", "\"content\":\"I look at both.\"")
            .frame("thinking_delta", "\"content\":\"**Writing the answer**\",\"newPart\":true")
            .frame("thinking_end", "\"duration\":1,\"duration_ms\":1000")
            .text("stop", "Here."));
    browser.open(gateway.address());
    ask("Compare");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    browser.find(".thinking summary").click();
    assertThat(browser.textsOf(".thinking-body .prose > *"))
        .containsExactly("I look at both.", "Writing the answer");
  }

  @Test
  void argumentsShowAsTheyArriveAndThenWhatTheToolGave() {
    String call = "\"toolCallId\":null,\"toolName\":\"look\",\"call\":%d";
    String first = call.formatted(0);
    String second = call.formatted(1);
    ScriptedStream stream =
        gateway
            .answer(
                new LifecycleScript()
                    .frame("tool_call_delta", first + ",\"content\":\"\"")
                    .frame("tool_call_delta", first + ",\"content\":\"{\\\"at\\\":\"")
                    .frame("tool_call_delta", first + ",\"content\":\"\\\"noon\\\"}\"")
                    .frame(
                        "tool_call_start", first + ",\"arguments\":\"{\\\"at\\\":\\\"noon\\\"}\"")
                    .frame("tool_call_start", second + ",\"arguments\":\"{}\"")
                    .frame("tool_result", second + ",\"success\":false,\"error\":\"It is dark\"")
                    .frame(
                        "tool_result", first + ",\"success\":true,\"output\":\"{\\\"seen\\\":1}\"")
                    .text("stop", "Done."))
            .hold(2);
    browser.open(gateway.address());
    ask("Look");
    browser.until("arguments arrive", () -> browser.textOf(".tool-brief").equals("{\"at\":"));
    assertThat(browser.textOf(".tool-state")).isEqualTo("writing");
    stream.releaseAll();
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textsOf(".tool-state")).containsExactly("done", "failed");
    assertThat(browser.textsOf(".tool-brief")).containsExactly("noon", "It is dark");
    browser.run("document.querySelectorAll('.tool').forEach((each) => each.open = true)");
    assertThat(browser.textsOf(".tool-part:not([hidden])"))
        .containsExactly(
            "Arguments Copy { \"at\": \"noon\" }",
            "Result Copy { \"seen\": 1 }",
            "Arguments Copy {}",
            "Why it failed Copy It is dark");
  }

  @Test
  void aSearchOfTheProviderShowsItsProgressItsQueryAndItsSources() {
    String call =
        "\"toolCallId\":\"ws\",\"toolName\":\"web_search_call\",\"call\":0,\"server\":true";
    ScriptedStream stream =
        gateway
            .answer(
                new LifecycleScript()
                    .frame("tool_call_delta", call + ",\"content\":\"\"")
                    .frame("tool_progress", call + ",\"status\":\"searching\"")
                    .frame(
                        "tool_call_start", call + ",\"arguments\":\"{\\\"query\\\":\\\"tea\\\"}\"")
                    .frame(
                        "web_search",
                        "\"data\":{\"id\":\"ws\",\"action\":{\"query\":\"tea\",\"queries\":[\"tea\"],\"sources\":[{\"type\":\"url\",\"url\":\"https://example.org/tea\"}]}}")
                    .frame("tool_result", call + ",\"success\":true")
                    .text("stop", "Done."))
            .hold(2);
    browser.open(gateway.address());
    ask("Search");
    browser.until("it searches", () -> browser.textOf(".tool-state").equals("searching"));
    stream.releaseAll();
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textOf(".tool summary")).contains("tea", "done");
    assertThat(browser.textsOf(".search-title")).containsExactly("1 result for tea");
    assertThat(browser.textOf(".card")).contains("example.org");
  }

  @Test
  void textThatWasLostIsPutRightAlsoAfterItsEndAndToldSo() {
    gateway.answer(
        new LifecycleScript()
            .text("stop", "# One\n\n", "two four")
            .frame("text_repair", "\"from\":7,\"length\":8,\"content\":\"two **three** four\""));
    browser.open(gateway.address());
    ask("Count");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textsOf(".answer .prose > *")).containsExactly("One", "two three four");
    assertThat(browser.all(".answer strong")).hasSize(1);
    assertThat(browser.textOf(".answer .note")).startsWith("Part of this text was lost on its way");
    browser.run("document.querySelector('.turn-foot button').click()");
    assertThat(browser.all(".warning")).isEmpty();
  }

  @Test
  void aPlaceWhereSomethingIsMissingIsMarked() {
    gateway.answer(
        new LifecycleScript()
            .frame("text_start", "")
            .frame("text_delta", "\"content\":\"One two \"")
            .frame("text_delta", "\"content\":\"four\"")
            .frame(
                "warning",
                "\"code\":\"sequence_gap\",\"message\":\"Expected 3, saw 4\","
                    + "\"place\":{\"in\":\"text\",\"phase\":0,\"at\":8}")
            .frame("text_end", "\"finish_reason\":\"stop\"")
            .frame("warning", "\"code\":\"sequence_gap\",\"message\":\"Somewhere\""));
    browser.open(gateway.address());
    ask("Count");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textsOf(".answer .prose"))
        .containsExactly("One two ⚠ something is missing here ⚠ four");
    assertThat(browser.textsOf(".answer .warning")).containsExactly("Expected 3, saw 4");
    assertThat(browser.textsOf(".pieces > .warning")).containsExactly("Somewhere");
  }

  @Test
  void triesAndSeamsAreToldBesideTheAnswer() {
    gateway.answer(
        new LifecycleScript()
            .frame("failed_try", "\"message\":\"first failed (503): down; asked second next\"")
            .frame("text_start", "")
            .frame("text_delta", "\"content\":\"One \"")
            .frame("seam", "\"at\":4,\"message\":\"first broke off, and second went on\"")
            .frame("text_delta", "\"content\":\"two\"")
            .frame("text_end", "\"finish_reason\":\"stop\""));
    browser.open(gateway.address());
    ask("Count");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.textsOf(".answer .prose")).containsExactly("One two");
    assertThat(browser.textsOf(".pieces > .note"))
        .containsExactly(
            "first failed (503): down; asked second next", "first broke off, and second went on");
  }

  @Test
  void aRouteSaysWhichOfItsProvidersIsDown() {
    gateway.routes(
        """
        {"name":"sim","steps":[{"provider":"first","model":"m","breaker":"open","failures":3},
         {"provider":"second","model":"m","breaker":"closed","failures":0}]}
        """);
    browser.open(gateway.address());
    browser.find("#model").click();
    browser.until(
        "the health is shown",
        () -> browser.textOf(".models-group").equals("sim (simulated, first is down)"));
    Looks.check(browser, "models with a route that is down");
  }

  @Test
  void theNextQuestionContinuesTheStreamBefore() {
    gateway.answer(new LifecycleScript().text("stop", "One."));
    gateway.answer(new LifecycleScript().text("stop", "Two."));
    browser.open(gateway.address());
    ask("First");
    browser.until("one answer", () -> browser.all(".turn-foot:not([hidden])").size() == 1);
    ask("Second");
    browser.until("two answers", () -> browser.all(".turn-foot:not([hidden])").size() == 2);
    assertThat(gateway.bodies())
        .containsExactly(
            "{\"provider\":\"sim\",\"model\":\"thinker\",\"messages\":[{\"role\":\"user\",\"content\":\"First\"}],\"detach\":true}",
            "{\"provider\":\"sim\",\"model\":\"thinker\",\"messages\":[{\"role\":\"user\",\"content\":\"Second\"}],\"after\":\"stream-1\",\"detach\":true}");
    browser.reload();
    browser.until(
        "both are there again", () -> browser.all(".turn-foot:not([hidden])").size() == 2);
    assertThat(browser.textOf("#turns")).contains("First", "One.", "Second", "Two.");
  }

  @Test
  void stopCancelsAndKeepsWhatCame() {
    gateway.answer(new LifecycleScript().text("stop", "One ", "two ", "three")).hold(3);
    browser.open(gateway.address());
    ask("Count");
    browser.until("text shows", () -> browser.textOf(".answer").equals("One two"));
    browser.find("#stop").click();
    browser.until("it has stopped", () -> browser.textOf(".stopped").startsWith("Stopped"));
    assertThat(gateway.requests()).contains("POST /v1/streams/stream-1/cancel");
    assertThat(browser.textOf(".answer")).isEqualTo("One two");
    assertThat(browser.shows("#send")).isTrue();
  }

  @Test
  void escapeStopsAndControlKBeginsANewChat() {
    gateway.answer(new LifecycleScript().text("stop", "One ", "two")).hold(2);
    browser.open(gateway.address());
    ask("Count");
    browser.until("text shows", () -> browser.textOf(".answer").equals("One"));
    browser.type(Keys.ESCAPE);
    browser.until("it has stopped", () -> browser.textOf(".stopped").startsWith("Stopped"));
    browser.type(Keys.chord(Keys.CONTROL, "k"));
    browser.until("the page is empty", () -> browser.shows("#empty"));
    assertThat(browser.address()).isEqualTo(gateway.address());
    assertThat(browser.all(".turn")).isEmpty();
  }

  @Test
  void shiftEnterIsANewLine() {
    gateway.answer(new LifecycleScript().text("stop", "Fine."));
    browser.open(gateway.address());
    browser
        .find("#prompt")
        .sendKeys("One" + Keys.chord(Keys.SHIFT, Keys.ENTER) + "two" + Keys.ENTER);
    browser.until("it is asked", () -> !gateway.bodies().isEmpty());
    assertThat(gateway.bodies().getFirst()).contains("\"content\":\"One\\ntwo\"");
  }

  @Test
  void anErrorKeepsWhatCameAndCanBeTriedAgain() {
    gateway.answer(
        new LifecycleScript()
            .text("error", "Half an ")
            .error("overloaded", "The provider is overloaded", true));
    gateway.answer(new LifecycleScript().text("stop", "A whole answer."));
    browser.open(gateway.address());
    ask("Try");
    browser.until(
        "the error shows", () -> browser.textOf(".failure").contains("The provider is overloaded"));
    assertThat(browser.textOf(".answer")).isEqualTo("Half an");
    assertThat(browser.textOf("#announce")).isEqualTo("Error: The provider is overloaded");
    browser.find(".failure button").click();
    browser.until("the second try ends", () -> browser.textOf(".answer").equals("A whole answer."));
    assertThat(browser.all(".failure")).isEmpty();
    assertThat(browser.all(".turn")).hasSize(1);
  }

  @Test
  void aQuestionThatIsSentWhileAnAnswerRunsIsAskedAfterIt() {
    ScriptedStream first =
        gateway.answer(new LifecycleScript().text("stop", "One ", "two.")).hold(2);
    gateway.answer(new LifecycleScript().text("stop", "Three."));
    browser.open(gateway.address());
    ask("Count");
    browser.until("it answers", () -> browser.textOf(".answer").equals("One"));
    ask("And then");
    ask("Not this");
    assertThat(browser.textsOf(".queued-words")).containsExactly("And then", "Not this");
    Looks.check(browser, "questions that wait");
    browser.all(".queued button").getLast().click();
    first.releaseAll();
    browser.until(
        "the first is answered, then the second",
        () -> browser.textsOf(".answer").equals(List.of("One two.", "Three.")));
    assertThat(browser.textsOf(".question p")).containsExactly("Count", "And then");
    assertThat(browser.shows("#queue")).isFalse();
  }

  @Test
  void waitingSaysWhyAndForHowLong() {
    long later = System.currentTimeMillis() + 100_000;
    ScriptedStream limited =
        gateway
            .answer(new LifecycleScript().text("stop", "One."))
            .hold(0)
            .telling(
                "\"waiting\":{\"status\":429,\"code\":\"rate_limit\",\"message\":\"Slow down\",\"nextTryAt\":%d},\"passes\":[{\"count\":1}]"
                    .formatted(later));
    browser.open(gateway.address());
    ask("Ask");
    browser.until(
        "the next try is told",
        () ->
            browser
                .textOf(".waiting-words")
                .matches("Rate limited, next try in \\d+ s \\(try 2\\)"));
    Looks.check(browser, "a rate limit");
    limited.telling("").hold(2);
    browser.until("it goes on", () -> browser.all(".answer").size() == 1);
    assertThat(browser.shows(".waiting")).isFalse();
    browser.run("const now = Date.now; Date.now = () => now() + 16_000");
    browser.until(
        "silence is told", () -> browser.textOf(".waiting-words").startsWith("Nothing heard for "));
    limited.releaseAll();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    assertThat(browser.shows(".waiting")).isFalse();
    gateway
        .answer(new LifecycleScript().error("rate_limit", "Too many requests", true))
        .telling("\"retryAt\":%d".formatted(later));
    ask("Again");
    browser.until(
        "when to try again is told",
        () -> browser.textOf(".failure button").matches("Try again \\(in \\d{1,3} s\\)"));
    Looks.check(browser, "a failure with its time");
  }

  @Test
  void aTouchOfATrackpadLetsTheEndGo() {
    String[] words = "words and ".repeat(400).split("(?<= )", -1);
    ScriptedStream stream = gateway.answer(new LifecycleScript().text("stop", words)).hold(500);
    browser.open(gateway.address());
    ask("Talk");
    browser.until("there is something to scroll", () -> browser.textOf(".answer").length() > 2000);
    browser.until("it is at its end", () -> distance() < 3);
    browser.run(
        """
        const main = document.getElementById('main');
        for (let i = 0; i < 3; i++) {
          main.dispatchEvent(new WheelEvent('wheel', { deltaY: -12, bubbles: true }));
          main.scrollTop -= 12;
        }
        """);
    long shown = browser.textOf(".answer").length();
    stream.hold(700);
    browser.until("more comes", () -> browser.textOf(".answer").length() > shown + 500);
    assertThat(distance()).isGreaterThan(36);
    browser.runAsync(
        """
        document.getElementById('main').scrollTop = 1e9;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        """);
    stream.releaseAll();
    browser.until("it ends", () -> browser.shows(".turn-foot"));
    browser.until("who is at the end follows", () -> distance() < 3);
  }

  private long distance() {
    return ((Number)
            Objects.requireNonNull(
                browser.run(
                    "const main = document.getElementById('main'); return Math.round(main.scrollHeight - main.scrollTop - main.clientHeight)")))
        .longValue();
  }

  @Test
  void anErrorBeforeTheStreamSaysWhatTheGatewaySaid() {
    browser.open(gateway.address());
    ask("Nobody answers");
    browser.until(
        "the error shows", () -> browser.textOf(".failure").contains("No provider answers"));
    assertThat(browser.textOf(".failure-code")).startsWith("no_provider");
  }

  @Test
  void aGatewayThatWantsAKeyIsGivenOneThatStaysInTheTab() {
    gateway.requireKey("weir-secret");
    browser.goTo(gateway.address());
    browser.until("the question shows", () -> browser.shows("#key-dialog"));
    Looks.check(browser, "a key is asked for");
    browser.find("#key").sendKeys("wrong" + Keys.ENTER);
    browser.until("it is refused", () -> browser.textOf("#key-why").contains("does not accept"));
    browser.find("#key").sendKeys("weir-secret" + Keys.ENTER);
    browser.until("the models are there", () -> browser.textOf("#model").equals("sim · thinker"));
    assertThat(
            browser.run(
                "return [sessionStorage.getItem('weir.key'), localStorage.length, document.cookie]"))
        .isEqualTo(List.of("weir-secret", 0L, ""));
  }

  @Test
  void theInspectorShowsEventsPhasesRateAndDownloads() {
    gateway.answer(Demo.script());
    browser.open(gateway.address());
    ask("Why?");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    Looks.check(browser, "a whole turn");
    browser.find("#inspect").click();
    browser.until("metrics are there", () -> browser.textOf(".inspector .facts").contains("321"));
    Looks.check(browser, "the inspector");
    assertThat(browser.textOf(".events-count"))
        .isEqualTo(Demo.script().frames().size() + " events");
    assertThat(browser.textsOf(".bars-label")).containsExactly("Phase 1", "Phase 2", "Provider");
    assertThat(browser.find(".plot-chart").getDomAttribute("aria-label")).contains("of thinking");
    browser.run(
        "const filter = document.querySelector('.events select'); filter.value = 'status'; filter.dispatchEvent(new Event('change'))");
    assertThat(browser.textsOf(".event-type")).containsExactly("status");
    browser.find(".event").click();
    assertThat(browser.textOf(".events-detail"))
        .contains("\"description\": \"Search the documents\"");
    browser.find(".inspector-foot button").click();
    browser.until(
        "the recording is asked for",
        () -> gateway.requests().contains("GET /v1/streams/stream-1/recording"));
  }

  @Test
  void onAPhoneNothingIsWiderThanTheScreen() {
    gateway.answer(Demo.script());
    browser.open(gateway.address());
    browser.look(360, 720, Map.of("prefers-color-scheme", "dark"));
    ask("Why?");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    assertThat(
            browser.run(
                "const main = document.getElementById('main'); return [document.documentElement.scrollWidth, main.scrollWidth <= main.clientWidth]"))
        .isEqualTo(List.of(360L, true));
    browser.find("#side-open").click();
    browser.until(
        "the list shows the chat",
        () -> browser.textOf(".chat-title").equals("Question of stream-1"));
    Looks.phone(browser, "the chats of a phone");
    browser.type(Keys.ESCAPE);
    browser.until("the list is gone", () -> !browser.shows("#side"));
  }

  @Test
  void everyControlHasANameAndTheKeyboardReachesIt() {
    gateway.answer(Demo.script());
    browser.open(gateway.address());
    ask("Why?");
    browser.until("the turn ends", () -> browser.shows(".turn-foot"));
    browser.find("#inspect").click();
    Object nameless =
        browser.run(
            """
            return [...document.querySelectorAll('button, select, textarea, input, a[href], summary, iframe, img, [role=listbox], [role=img]')]
                .filter((each) => !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length || each.title || each.alt))
                .map((each) => each.outerHTML.slice(0, 120));
            """);
    assertThat(nameless).isEqualTo(List.of());
    assertThat(
            browser.run(
                "return document.querySelectorAll('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])').length"))
        .isEqualTo(0L);
  }

  @Test
  void theKeyboardAloneAsksChoosesEditsExportsAndDeletes() {
    for (int i = 0; i < 3; i++) {
      gateway.answer(new LifecycleScript().text("stop", "Answer " + i));
    }
    browser.open(gateway.address());
    tabTo("#prompt");
    browser.type("First", Keys.ENTER);
    browser.until("it is answered", () -> browser.textOf(".answer").equals("Answer 0"));
    tabTo("#model");
    browser.type(Keys.ENTER);
    browser.until("the models are shown", () -> browser.shows("#models"));
    browser.type("fa", Keys.ENTER);
    browser.until("another is chosen", () -> browser.textOf("#model").equals("sim · fast"));
    tabTo(".question-tools > button");
    browser.type(Keys.ENTER);
    browser.until("it is edited", () -> browser.shows(".question-edit"));
    browser.type(" again", Keys.ENTER);
    browser.until("it is answered again", () -> browser.textOf(".answer").equals("Answer 1"));
    assertThat(gateway.bodies().getLast()).contains("\"model\":\"fast\"", "First again");
    tabTo(".branches button");
    browser.type(Keys.ENTER);
    browser.until("the version before", () -> browser.textOf(".answer").equals("Answer 0"));
    tabTo("#export");
    browser.type(Keys.ENTER);
    browser.until("the ways are shown", () -> browser.shows("#export-menu"));
    browser.type(Keys.ESCAPE);
    browser.until("they are gone", () -> !browser.shows("#export-menu"));
    tabTo("[data-action=bin]");
    browser.type(Keys.ENTER);
    browser.until("it is asked whether", () -> browser.shows("#delete-dialog"));
    browser.type(Keys.ESCAPE);
    browser.until("it is kept", () -> !browser.shows("#delete-dialog"));
  }

  @Test
  void whoWantsNoMotionGetsNone() {
    gateway.answer(new LifecycleScript().text("stop", "One")).hold(0);
    browser.open(gateway.address());
    ask("Wait");
    browser.until("it waits", () -> browser.shows(".dots"));
    assertThat(moving()).isNotEqualTo(0L);
    browser.look(1280, 900, Map.of("prefers-reduced-motion", "reduce"));
    assertThat(moving()).isEqualTo(0L);
  }

  private Object moving() {
    return Objects.requireNonNull(
        browser.run(
            "return document.getAnimations().filter((each) => each.playState === 'running').length"));
  }

  /** Goes on with the keyboard until it is there. */
  private void tabTo(String selector) {
    for (int i = 0; i < 80; i++) {
      if (Boolean.TRUE.equals(
          browser.run("return document.activeElement.matches(arguments[0])", selector))) {
        return;
      }
      browser.type(Keys.TAB);
    }
    throw new AssertionError("The keyboard does not reach " + selector);
  }

  private void ask(String question) {
    browser.find("#prompt").sendKeys(question + Keys.ENTER);
  }
}
