package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A checker that never complains would prove nothing: every rule is broken here once or more. */
class LifecycleCheckerTest {
  private static final String THINKING =
      "0 thinking_start; 0 thinking_delta content=a; 0 thinking_end duration=0 duration_ms=5; ";
  private static final String COMPLETE =
      "0 thinking_complete duration=0 duration_ms=5 thinking=a; ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          DONE_IS_LAST             |
          DONE_IS_LAST             | [DONE]; 0 web_search
          IDS_COUNT                | 0 web_search #7; [DONE]
          DATA_IS_ONE_LINE         | {"phase":0}; [DONE]
          DATA_IS_ONE_LINE         | {"phase":; [DONE]
          TIME_RUNS_FORWARD        | 0 web_search @5; 0 web_search @4; [DONE]
          PHASES_FOLLOW_EACH_OTHER | 1 web_search; 0 web_search; [DONE]
          THINKING_COMPLETES       | THINKING 1 web_search; [DONE]
          THINKING_STARTS_ONCE     | THINKING 0 thinking_start; [DONE]
          THINKING_STARTS_ONCE     | 0 thinking_start; 0 thinking_end duration=0 duration_ms=0; [DONE]
          THINKING_IS_BETWEEN      | 0 thinking_delta content=a; [DONE]
          THINKING_IS_BETWEEN      | THINKING 0 thinking_delta content=a; [DONE]
          THINKING_IS_BETWEEN      | THINKING 0 status description=a; [DONE]
          THINKING_ENDS_FIRST      | 0 thinking_start; 0 thinking_delta content=a; 0 text_start; [DONE]
          THINKING_ENDS_FIRST      | 0 thinking_start; 0 thinking_delta content=a; 0 tool_call_start; [DONE]
          THINKING_COMPLETES       | 0 thinking_end duration=0 duration_ms=0; [DONE]
          THINKING_COMPLETES       | THINKING [DONE]
          THINKING_COMPLETES       | THINKING COMPLETE COMPLETE [DONE]
          THINKING_COMPLETES       | THINKING 0 thinking_complete duration=0 duration_ms=6 thinking=a; [DONE]
          DURATION_IS_ROUNDED_DOWN | 0 thinking_start; 0 thinking_delta content=a; 0 thinking_end duration=1 duration_ms=999; [DONE]
          EXCERPT_IS_SHORT         | THINKING 0 thinking_complete duration=0 duration_ms=5 thinking=ab; [DONE]
          TEXT_STARTS_ONCE         | 0 text_start; 0 text_end; [DONE]
          TEXT_STARTS_ONCE         | 0 text_start; 0 text_delta; 0 text_end; 0 text_start; [DONE]
          TEXT_IS_BETWEEN          | 0 text_delta; [DONE]
          TEXT_IS_BETWEEN          | 0 text_start; 0 text_delta; 0 text_end; 0 text_delta; [DONE]
          TEXT_ENDS                | 0 text_start; 0 text_delta; [DONE]
          TEXT_ENDS                | THINKING 0 text_start; 0 text_delta; COMPLETE 0 text_end; [DONE]
          REPAIRS_REPLACE_TEXT     | 0 text_start; 0 text_delta content=ab; 0 text_repair from=1 length=2 content=a; 0 text_end; [DONE]
          STATUS_IS_NEW            | 0 thinking_start; 0 thinking_delta content=a; 0 status description=ab; 0 status description=abc; [DONE]
          ERROR_IS_LAST            | 0 error; 0 web_search; [DONE]
          """)
  void namesTheRuleThatIsBroken(LifecycleRule rule, String frames) {
    assertThat(LifecycleChecker.check(frames(frames == null ? "" : frames)))
        .hasValueSatisfying(violation -> assertThat(violation.rule()).isEqualTo(rule));
    TRIED.add(rule);
  }

  private static final Set<LifecycleRule> TRIED = EnumSet.noneOf(LifecycleRule.class);

  @org.junit.jupiter.api.AfterAll
  static void everyRuleCanBeBroken() {
    assertThat(TRIED).containsExactlyInAnyOrder(LifecycleRule.values());
  }

  @Test
  void aWholeTurnIsFine() {
    assertThat(
            LifecycleChecker.check(
                frames(
                    "THINKING 0 text_start; 0 text_delta; 0 text_end; COMPLETE 1 web_search;"
                        + " 1 error; [DONE]")))
        .isEmpty();
  }

  /** {@code PHASE TYPE @TIMESTAMP #ID NAME=VALUE…} separated by semicolons. */
  private static List<LifecycleFrame> frames(String words) {
    List<LifecycleFrame> frames = new ArrayList<>();
    String all = words.replace("THINKING ", THINKING).replace("COMPLETE ", COMPLETE);
    for (String frame : all.isBlank() ? new String[0] : all.strip().split("; *")) {
      frames.add(frame(frame, frames.size() + 1));
    }
    return frames;
  }

  private static LifecycleFrame frame(String words, int number) {
    if (words.equals("[DONE]")) {
      return LifecycleFrame.DONE;
    }
    if (words.startsWith("{")) {
      return new LifecycleFrame(number, words);
    }
    String[] parts = words.split(" ");
    long id = number;
    String timestamp = "0";
    StringBuilder more = new StringBuilder();
    for (String part : List.of(parts).subList(2, parts.length)) {
      if (part.startsWith("#")) {
        id = Long.parseLong(part.substring(1));
      } else if (part.startsWith("@")) {
        timestamp = part.substring(1);
      } else {
        String value = part.substring(part.indexOf('=') + 1);
        boolean isNumber = Character.isDigit(value.charAt(0));
        more.append(",\"%s\":".formatted(part.substring(0, part.indexOf('='))))
            .append(isNumber ? value : "\"" + value + "\"");
      }
    }
    return new LifecycleFrame(
        id,
        "{\"type\":\"%s\",\"phase\":%s,\"timestamp\":%s%s}"
            .formatted(parts[1], parts[0], timestamp, more));
  }
}
