package dev.weir.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlainCallTest {
  private final Console console =
      new Console(InputStream.nullInputStream(), System.out, System.err);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "decode a.sse",
        "decode -",
        "decode a.sse b.sse -",
        "decode decode",
        "doctor a.sse",
        "serve",
        "serve --port 0",
        "serve --log redis://engine:6379 --port 8081",
        "serve --config weir.yaml --bind ::1 --log /var/lib/weir"
      })
  void aPlainCallIsReadAsPicocliReadsIt(String call) {
    String[] words = call.split(" ");
    assertThat(PlainCall.of(words, console)).isNotNull();
    List<String> rest = List.of(words).subList(1, words.length);
    Object byPicocli = requireNonNull(new CommandFactory(console).named(words[0]));
    new CommandLine(byPicocli).parseArgs(rest.toArray(String[]::new));

    Object plain =
        switch (words[0]) {
          case "decode" -> new DecodeCommand(console, rest);
          case "doctor" -> new DoctorCommand(console, rest);
          default -> new ServeCommand(console, options(rest));
        };

    assertThat(plain).usingRecursiveComparison().ignoringFields("console").isEqualTo(byPicocli);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "decode",
        "decode --help",
        "decode @words",
        "decode --to message a.sse",
        "decode a.sse --nonsense",
        "replay a.jsonl",
        "serve --help",
        "serve --port",
        "serve --port=1",
        "serve --port 08",
        "serve --port x",
        "serve --port 1 --port 2",
        "serve --log @words",
        "serve --log --port",
        "serve --host a",
        "serve here"
      })
  void everythingElseIsLeftToPicocli(String call) {
    assertThat(PlainCall.of(call.split(" "), console)).isNull();
  }

  @Test
  void noWordsAndEmptyOnesAreLeftToPicocli() {
    assertThat(PlainCall.of(new String[0], console)).isNull();
    assertThat(PlainCall.of(new String[] {"decode", ""}, console)).isNull();
    assertThat(PlainCall.of(new String[] {"serve", "--log", "\0", "--config", "\0"}, console))
        .isNull();
  }

  private static Map<String, String> options(List<String> words) {
    var options = new HashMap<String, String>();
    for (int i = 0; i < words.size(); i += 2) {
      options.put(words.get(i), words.get(i + 1));
    }
    return options;
  }
}
