package dev.weir.sim.script;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.sim.yaml.YamlException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A script that cannot be used is refused with its line and what belongs there. */
final class ScriptReaderTest {
  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of("answers: [", "s.yaml line 1: not YAML: expected the node content"),
        Arguments.of("", "s.yaml: answers is missing; expected a list"),
        Arguments.of("- 1", "s.yaml line 1: the file is a list; expected fields, as NAME: VALUE"),
        Arguments.of("answers: []", "s.yaml line 1: answers: expected at least one answer"),
        Arguments.of(
            "answers:\n- say:\n  - text: hi\nevry: 1s",
            "s.yaml line 4: evry: unknown field; expected one of model, every, wait, answers."
                + " Did you mean every?"),
        Arguments.of(
            "answers:\n- wait: soon",
            "s.yaml line 2: answers[0].wait is \"soon\"; expected a time such as 20ms, 1.5s or 2m"),
        Arguments.of(
            "answers:\n- say:\n  - text: hi\n    call: go",
            "s.yaml line 3: answers[0].say[0] is a group of fields; expected exactly one of thinking, text,"
                + " refusal, call, pause, error"),
        Arguments.of(
            "answers:\n- say:\n  - pause: 1s\n    every: 1s",
            "s.yaml line 4: answers[0].say[0].every: unknown field; expected one of pause"),
        Arguments.of(
            "answers:\n- when: {matches: '('}",
            "s.yaml line 2: answers[0].when.matches is \"(\"; expected a regular expression"
                + " (Unclosed group)"),
        Arguments.of(
            "answers:\n- usage: {input: many}",
            "s.yaml line 2: answers[0].usage.input is \"many\"; expected a whole number"),
        Arguments.of(
            "answers:\n- say:\n  - call: go\n    arguments: &a {b: *a}",
            "s.yaml line 4: answers[0].say[0].arguments: contains itself; write it out instead of"
                + " using an alias"),
        Arguments.of(
            "[".repeat(100_000),
            "s.yaml: lists or fields are nested too deeply; is a bracket missing?"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsNamedWithItsPlace(String yaml, String complaint) {
    assertThatThrownBy(() -> ScriptReader.read("s.yaml", yaml))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith(complaint);
  }
}
