package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Blocks are written as {@code kind:text}: reasoning, text, refusal, call, server (tool), media. A
 * call's text is its arguments. An exclamation mark says that the block was cut, a number before
 * the kind in which output it is.
 */
final class GoingBackTest {
  private static final Map<String, BlockKind> KINDS =
      Map.of(
          "reasoning", BlockKind.REASONING,
          "text", BlockKind.TEXT,
          "refusal", BlockKind.REFUSAL,
          "call", BlockKind.TOOL_CALL,
          "server", BlockKind.SERVER_TOOL,
          "media", BlockKind.MEDIA);

  /** What goes back of an answer none of whose calls was run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # whole: as it is
          COMPLETE   | reasoning:hm text:Hi              | dialect: reasoning:hm text:Hi
          COMPLETE   | text:Hi reasoning:hm              | dialect: text:Hi reasoning:hm
          COMPLETE   | reasoning:hm server:{} text:Hi    | dialect: reasoning:hm server:{} text:Hi
          COMPLETE   | media:AAAA                        | dialect: media:AAAA
          TOOL_CALLS | reasoning:hm call:{}              | dialect: reasoning:hm call:{}; not run
          TOOL_CALLS | text:Hi call:{} call:{"a":1}      | dialect: text:Hi call:{} call:{"a":1}; not run, not run
          COMPLETE   | text:Hi call:{}                   | dialect: text:Hi call:{}; not run
          # nothing to say: nothing
          COMPLETE   | ''                                | ''
          COMPLETE   | text:                             | ''
          COMPLETE   | reasoning:hm                      | ''
          COMPLETE   | reasoning:hm text:                | ''
          FAILED     | ''                                | ''
          REFUSED    | ''                                | ''
          PAUSED     | reasoning:hm                      | ''
          # paused: with the tools of the provider that work
          PAUSED     | reasoning:hm server:{}            | dialect: reasoning:hm server:{}
          PAUSED     | text:Half                         | dialect: text:Half
          # refused, filtered
          REFUSED    | refusal:No                        | dialect: refusal:No
          REFUSED    | reasoning:hm refusal:No           | dialect: reasoning:hm refusal:No
          FILTERED   | text!:So                          | dialect: text!:So
          # cut by the provider: without half calls and without reasoning that led to nothing
          LENGTH     | reasoning:hm text!:So             | dialect: reasoning:hm text!:So
          LENGTH     | reasoning!:hm                     | ''
          LENGTH     | reasoning:hm call!:{"a            | ''
          LENGTH     | reasoning:a text:Hi reasoning!:b  | dialect: reasoning:a text:Hi
          LENGTH     | reasoning:a call:{} reasoning:b call!:{ | dialect: reasoning:a call:{}; not run
          LENGTH     | reasoning:a call!:{ call:{}       | dialect: reasoning:a call:{}; not run
          LENGTH     | text:Hi server!:{                 | dialect: text:Hi
          # a call that arrived damaged in an answer that is whole: without its arguments
          TOOL_CALLS | reasoning:hm call!:{"a":1}        | dialect: reasoning:hm call!:; damaged
          TOOL_CALLS | call:{} call!:{"b                 | dialect: call:{} call!:; not run, damaged
          # failed, cut off, stopped: the text that came
          FAILED     | reasoning:hm text!:So             | text!:So
          TRUNCATED  | reasoning:hm text:So call:{}      | text:So
          STALLED    | reasoning!:hm                     | ''
          CANCELLED  | text:One call!:{ text!:two        | text:One text!:two
          CANCELLED  | text:                             | ''
          # of alternatives the first
          COMPLETE   | 0text:Hi 1text:Ho                 | dialect: text:Hi
          TOOL_CALLS | 0call:{} 1call:{"b":2}            | dialect: call:{}; not run
          CANCELLED  | 0text:Hi 1text:Ho                 | text:Hi
          COMPLETE   | 1text:Ho                          | ''
          """)
  void whatGoesBack(Verdict verdict, String blocks, String expected) {
    assertThat(words(GoingBack.of(response(verdict, blocks), "dialect", List.of())))
        .isEqualTo(expected);
  }

  @Test
  void outputsStandInTheOrderOfTheCallsAndThoseOfNoCallAreLeftOut() {
    Response response = response(Verdict.TOOL_CALLS, "call:{} call:{} call:{}");
    ToolOutput second = new ToolOutput("c1", "call", "two", false);
    ToolOutput first = new ToolOutput("c0", "call", "one", true);
    ToolOutput stray = new ToolOutput("c9", "call", "stray", false);

    List<Message> back = GoingBack.of(response, null, List.of(second, stray, first));

    assertThat(back.getLast())
        .isEqualTo(new Message.ToolOutputs(List.of(first, second, GoingBack.notRun("c2", "call"))));
  }

  @Test
  void callsThatWhoeverAsksNextAnswersStayOpen() {
    Response response = response(Verdict.TOOL_CALLS, "0text:Hi 0call:{} 1call:{}");

    assertThat(words(GoingBack.unanswered(response, "dialect")))
        .isEqualTo("dialect: text:Hi call:{}");
  }

  @Test
  void anAnswerThatHasNotEndedIsCut() {
    assertThat(words(GoingBack.of(response(null, "text!:So call!:{"), "dialect", List.of())))
        .isEqualTo("text!:So");
  }

  private static Response response(@Nullable Verdict verdict, String blocks) {
    boolean alternatives = !blocks.isEmpty() && Character.isDigit(blocks.charAt(0));
    var assembler = new ResponseAssembler();
    assembler.accept(new ResponseStart("r", "m", alternatives));
    int number = 0;
    for (String written : blocks.isEmpty() ? new String[0] : blocks.split(" ", -1)) {
      int output = alternatives ? Character.digit(written.charAt(0), 10) : 0;
      String[] kindAndText = written.substring(alternatives ? 1 : 0).split(":", 2);
      String word = kindAndText[0].replace("!", "");
      BlockKind kind = Objects.requireNonNull(KINDS.get(word), word);
      boolean isCall = kind == BlockKind.TOOL_CALL;
      var id = new BlockId(output, number);
      assembler.accept(
          new BlockStart(
              id, kind, isCall ? "c" + number : null, isCall ? word : null, false, Map.of()));
      assembler.accept(new BlockDelta(id, kindAndText[1]));
      boolean isWhole = !kindAndText[0].endsWith("!");
      assembler.accept(new BlockEnd(id, isWhole, null, null, null, null));
      number++;
    }
    if (verdict != null) {
      assembler.accept(new ResponseEnd(verdict, null, null));
    }
    return assembler.response();
  }

  private static String words(List<Message> messages) {
    List<String> words = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.Earlier answer) {
        String dialect = answer.dialect() == null ? "" : answer.dialect() + ": ";
        words.add(
            dialect
                + answer.response().blocks().stream()
                    .map(GoingBackTest::words)
                    .collect(Collectors.joining(" ")));
      } else if (message instanceof Message.ToolOutputs outputs) {
        words.add(
            outputs.outputs().stream()
                .map(output -> output.text().contains("whole") ? "damaged" : "not run")
                .collect(Collectors.joining(", ")));
      }
    }
    return String.join("; ", words);
  }

  private static String words(Block block) {
    String kind =
        KINDS.entrySet().stream()
            .filter(entry -> entry.getValue() == block.kind())
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    return kind + (block.complete() ? "" : "!") + ":" + block.text();
  }
}
