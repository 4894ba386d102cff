package dev.weir.sim.script;

import dev.weir.sim.request.Asked;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator answers: the first answer that matches a request is given.
 *
 * @param model the model's name in all answers; absent for the one that was asked for
 */
public record Script(@Nullable String model, List<ScriptedAnswer> answers) {

  public Script {
    answers = List.copyOf(answers);
  }

  /** The first answer for a request. */
  public Optional<ScriptedAnswer> answerTo(Asked asked) {
    return answers.stream()
        .filter(answer -> answer.when() == null || answer.when().isFor(asked))
        .findFirst();
  }

  /** The built-in script: thinking, a search in documents if the client offers one, an answer. */
  public static Script builtIn() {
    try (InputStream in = Script.class.getResourceAsStream("default.yaml")) {
      if (in == null) {
        throw new IllegalStateException("The built-in script is not on the class path");
      }
      return ScriptReader.read(
          "default.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
