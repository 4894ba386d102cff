package dev.weir.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

@BrowserTest
final class MarkdownPageTest {

  private static final List<String> TEXTS =
      List.of(
          "One\n\nTwo\nthree\n\n    code\n\nfour",
          "1. a\n\n2. b\n\n   c\n3. d\n\npara\n\n- x\n- [ ] y\n- [x] z\n\n* other",
          "Head\n===\n\nbody\n---\n\n# A\n## B\n####### no",
          "a|b\n-|-:\n1|2\n3|4\n\nafter",
          "```js\nlet a = '<b>';\n\n```\ntext\n~~~\nopen\n\n# not a heading",
          "> quote\nlazy\n\n> more\n\nout",
          "See [ref] and [other][x].\n\n[ref]: https://example.org/a\n\nText\n\n[x]: mailto:a@example.org",
          "<div>\n\ninside\n\n</div>\n\n<b>bold</b> <br> H<sub>2</sub>O",
          "a\r\n\r\nb\rc\r\n- d\r\n- e",
          "🌊 **bold** _it_ ~~no~~ `code` \\* https://example.org/x www.example.org",
          "- a\n  - b\n    - c\n\n      deep\n- d\n\n\n1) x\n2) y",
          "So $a_1*b_2*c$ and \\(x^2\\), for $5 or $10.\n\n$$\n\\frac{a}{b}\n$$\n\nthen\n\\[ x = 1 \\]\nend",
          "Said[^1] twice[^x].\n\n[^1]: Once, *really*\n  and more\n[^x]: Then\n\nafter",
          "<details>\n<summary>More *here*</summary>\n\n- a\n- b\n\n<details>inner</details>\n\n</details>\n\nafter",
          "```java\n/* a\n b */ int x = \"y\\\"\"; // z\nString s = call(1.5);\n```\n\n```python\nd = \"\"\"a\nb\"\"\" # c\n```",
          "```yaml\na: 1\nb: \"c\" # d\n```\n```diff\n-a\n+b\n```\n```html\n<!-- a\n--><b c=\"d\">e</b>");

  private final Browser browser;
  private final ScriptedGateway gateway = new ScriptedGateway();

  MarkdownPageTest(Browser browser) throws IOException {
    this.browser = browser;
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void howTheTextIsCutDoesNotChangeWhatIsShown() {
    browser.open(gateway.address());
    for (String text : TEXTS) {
      Object different =
          browser.runAsync(
              """
              const { Prose } = await load('markdown/prose.js');
              const [text] = given;
              const first = new Prose();
              first.show('$x$');
              while (first.element.querySelector('math') === null) {
                await new Promise(requestAnimationFrame);
              }
              const shown = (...texts) => {
                const prose = new Prose();
                texts.forEach((each) => prose.show(each));
                prose.end();
                return prose.element.innerHTML;
              };
              const whole = shown(text);
              const prefixes = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
              const cuts = prefixes.filter((prefix) => shown(prefix, text) !== whole);
              return [whole.length > 0, cuts, shown(...prefixes) === whole ? '' : shown(...prefixes) + ' INSTEAD OF ' + whole];
              """,
              text);
      assertThat(different).as("%s", text).isEqualTo(List.of(true, List.of(), ""));
    }
  }

  @Test
  void settledBlocksAreNotMadeAnew() {
    browser.open(gateway.address());
    Object kept =
        browser.runAsync(
            """
            const { Prose } = await load('markdown/prose.js');
            const prose = new Prose();
            const text = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.`).join('\\n\\n');
            prose.show(text.slice(0, 200));
            const first = prose.element.firstChild;
            for (let at = 200; at <= text.length; at++) {
              prose.show(text.slice(0, at));
            }
            prose.end();
            return [prose.element.firstChild === first, prose.element.children.length];
            """);
    assertThat(kept).isEqualTo(List.of(true, 40L));
  }

  /** Marks without an end, and nesting without one: each took many seconds, or gave nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "*a ",
        "**_a",
        "~a ",
        "a_",
        "[a](",
        "``a",
        "> ",
        "1. ",
        "+ ",
        "> - ",
        "$a ",
        "$$a ",
        "\\[a ",
        "\\(",
        "[^a",
        "<details>\n",
        "\n$$\n",
        "```c\n/*",
        "```js\n`"
      })
  void textThatWouldCostTooMuchIsShownAsItWasWritten(String piece) {
    browser.open(gateway.address());
    Object seen =
        browser.runAsync(
            """
            const { Prose } = await load('markdown/prose.js');
            const [piece] = given;
            const text = `before\\n\\n${piece.repeat(60_000 / piece.length)}end\\n\\nafter`;
            const prose = new Prose();
            document.body.append(prose.element);
            const begun = performance.now();
            prose.show(text.slice(0, 30_000));
            prose.show(text);
            prose.end();
            const millis = performance.now() - begun;
            const words = prose.element.textContent;
            return [millis < 20_000 ? '' : `${millis} ms`, words.includes('before'), words.includes('end'), words.includes('after')];
            """,
            piece);
    assertThat(seen).isEqualTo(List.of("", true, true, true));
  }

  @Test
  void aTextThatCannotBeReadIsShownAsItWasWritten() {
    browser.open(gateway.address());
    Object seen =
        browser.runAsync(
            """
            const { Prose } = await load('markdown/prose.js');
            const { BoundedLexer } = await load('markdown/lexer.js');
            const read = BoundedLexer.prototype.blockTokens;
            BoundedLexer.prototype.blockTokens = () => { throw new RangeError('too deep'); };
            const prose = new Prose();
            prose.show('some **words**');
            BoundedLexer.prototype.blockTokens = read;
            prose.show('some **words** more');
            prose.end();
            return prose.element.textContent;
            """);
    assertThat(seen).isEqualTo("some **words** more");
  }

  @Test
  void aTextThatIsReplacedIsShownAsItIs() {
    browser.open(gateway.address());
    Object seen =
        browser.runAsync(
            """
            const { Prose } = await load('markdown/prose.js');
            const prose = new Prose();
            prose.show('First.\\n\\nOne **two** four.\\n\\nLast.');
            const first = prose.element.firstChild;
            prose.show('First.\\n\\nOne **two** three four.\\n\\nLast.');
            prose.end();
            return [prose.element.textContent, prose.element.firstChild === first];
            """);
    assertThat(seen).isEqualTo(List.of("First.\nOne two three four.\nLast.\n", true));
  }

  @Test
  void whatModelsWriteBeyondPlainMarkdownIsShownAsItIsMeant() {
    gateway.answer(new LifecycleScript().text("stop", RICH));
    browser.open(gateway.address());
    browser.find("#prompt").sendKeys(LONG + Keys.ENTER);
    browser.until("the formulas are there", () -> browser.all(".answer math").size() == 4);
    assertThat(browser.textsOf(".answer mi[mathvariant=normal]")).contains("ℝ");
    assertThat(browser.textsOf(".answer del")).containsExactly("gone");
    assertThat(browser.textOf(".answer .prose > p")).contains("about ~5 to ~10 for $3 or $4");
    assertThat(browser.textsOf(".answer :is(h1, h2, h3, h4, h5, h6)"))
        .containsExactly("First", "Deeper", "Second");
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('.answer :is(h3, h4, h5, h6)')].map((each) => each.tagName)"))
        .isEqualTo(List.of("H3", "H4", "H3"));
    assertThat(browser.textsOf(".code-keyword")).containsExactly("int", "return");
    assertThat(browser.textsOf(".code-comment")).containsExactly("// twice");
    browser.find(".note-mark").click();
    assertThat(browser.run("return document.activeElement.innerText.replace(/\\s+/g, ' ')"))
        .isEqualTo("1 By hand.");
    browser.find(".answer summary").click();
    assertThat(browser.textOf(".answer details li")).isEqualTo("inside");
    assertThat(
            browser.run(
                "const { direction, unicodeBidi } = getComputedStyle(document.querySelector('[dir] code:not(pre code)')); return [direction, unicodeBidi]"))
        .isEqualTo(List.of("ltr", "isolate"));
    assertThat(browser.find(".question p").getSize().getHeight()).isLessThan(250);
    browser.find(".question-words button").click();
    assertThat(browser.find(".question p").getSize().getHeight()).isGreaterThan(250);
    browser.find(".question-words button").click();
    browser.run("document.getElementById('main').scrollTop = 0");
    Looks.check(browser, "a rich answer");
    browser.run("document.getElementById('main').scrollTop = 700");
    Looks.desk(browser, "a rich answer, further down");
  }

  private static final String LONG = "A long question. ".repeat(90);

  private static final String RICH =
      """
      It is about ~5 to ~10 for $3 or $4, not ~~gone~~, and by hand[^1]. For every $x \\in \\mathbb{R}$:

      $$
      \\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
      $$

      # First

      \\[ A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}, \\qquad \\sum_{k=1}^{n} k = \\frac{n(n+1)}{2} \\]

      ### Deeper

      الدالة `f(x, y)` تعطي \\(x^2\\) دائما.

      ```java
      int twice(String s) {
        return 2 * s.length(); // twice
      }
      ```

      # Second

      <details>
      <summary>More <b>details</b></summary>

      - inside

      </details>

      [^1]: By hand.
      """;

  @Test
  void anAnswerThatIsEmptyOrWasStoppedSaysSoAndMarkersAreNotRepeated() {
    gateway.answer(new LifecycleScript());
    gateway.answer(
        new LifecycleScript()
            .frame("thinking_start", "")
            .frame("thinking_delta", "\"content\":\"[STATUS: Reading]\\nI read. [STA\"")
            .frame("thinking_delta", "\"content\":\"TUS: Writing] Now.\"")
            .frame("thinking_end", "\"duration\":1,\"duration_ms\":1000"));
    browser.open(gateway.address());
    browser.find("#prompt").sendKeys("Nothing" + Keys.ENTER);
    browser.until(
        "it says so",
        () -> browser.textOf(".pieces .note").equals("The model gave an empty answer."));
    browser.find("#prompt").sendKeys("Thoughts only" + Keys.ENTER);
    browser.until(
        "it says so, too",
        () -> browser.textsOf(".pieces .note").contains("The model ended without an answer."));
    browser.find(".thinking summary").click();
    assertThat(browser.textOf(".thinking-body")).isEqualTo("I read. Now.");
  }

  @Test
  void aLinkShowsItsHostAndTellsNobodyWhereItWasClicked() {
    assertThat(html("[words](https://example.org/a?b#c)"))
        .contains(
            "href=\"https://example.org/a?b#c\"",
            "noreferrer",
            "target=\"_blank\"",
            "<span class=\"host\">example.org</span>");
    assertThat(html("![alt](https://example.org/x.png)")).contains("<a ").doesNotContain("<img");
    assertThat(
            html(
                "[x](javascript:alert(1)) [y](data:text/html,z) [z](/local) [f](file:///etc/passwd)"))
        .doesNotContain("<a");
  }

  @Test
  void codeHasItsLanguageAndACopyButtonAndTablesScroll() {
    assertThat(html("```rust\nlet a = 1;\n```"))
        .contains(">rust</span>", "Copy", "let</span> a = ");
    assertThat(html("a|b\n-|-:\n1|2")).contains("role=\"region\"", "align=\"right\"");
  }

  @Test
  void framesAreReadTheSameHoweverTheNetworkCutsThem() {
    browser.open(gateway.address());
    Object different =
        browser.runAsync(
            """
            const { FrameReader } = await load('net/frames.js');
            const text = ': beat\\n\\nid: 1\\ndata: {"a":1}\\n\\nid:2\\r\\ndata:x\\r\\ndata: y\\r\\n\\r\\nid: 3\\rdata: 🌊\\r\\revent: z\\nretry: 5\\n\\ndata: [DONE]\\n\\ndata: open';
            const read = (...pieces) => {
              const out = [];
              const reader = new FrameReader(1000, (id, data) => out.push([id, data]));
              pieces.forEach((piece) => reader.feed(piece));
              return JSON.stringify(out);
            };
            const whole = read(text);
            const different = [...text].keys().filter((at) => read(text.slice(0, at), text.slice(at)) !== whole).toArray();
            return [whole, different, read(...text.split('')) === whole];
            """);
    assertThat(different)
        .isEqualTo(
            List.of(
                "[[\"1\",\"{\\\"a\\\":1}\"],[\"2\",\"x\\ny\"],[\"3\",\"🌊\"],[\"3\",\"[DONE]\"]]",
                List.of(),
                true));
  }

  private String html(String text) {
    if (!browser.address().startsWith(gateway.address())) {
      browser.open(gateway.address());
    }
    return String.valueOf(
        browser.runAsync(
            """
            const { Prose } = await load('markdown/prose.js');
            const prose = new Prose();
            prose.show(given[0]);
            prose.end();
            return prose.element.innerHTML;
            """,
            text));
  }
}
