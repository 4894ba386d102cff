package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of a type that nobody has heard of, for a client of the same dialect. */
class UnknownEventTest {
  private static String through(Dialect dialect, String stream) {
    var out = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(dialect, dialect, EncodeOptions.DEFAULT);
    var decoder = new StreamDecoder(dialect);
    decoder.feed(stream.getBytes(UTF_8), event -> encoder.accept(event, out::writeBytes));
    decoder.end(event -> encoder.accept(event, out::writeBytes));
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai-responses", "anthropic"})
  void anEventOfAnotherVersionGetsThroughByItsName(String word) {
    assertThat(through(Dialects.of(word).orElseThrow(), "data: {\"type\":\"new.one\",\"x\":1}\n\n"))
        .contains("event: new.one\n")
        .contains("\"type\":\"new.one\"");
  }

  /** Found by the fuzzer: the name of such an event was refused, and with it the answer ended. */
  @ParameterizedTest
  @ValueSource(strings = {"openai-responses", "anthropic"})
  void aTypeThatNoLineCanHoldIsInTheDataAloneAndTheAnswerGoesOn(String word) {
    assertThat(
            through(
                Dialects.of(word).orElseThrow(),
                "data: {\"type\":\"\u00e5\\u2028\\nevent:evil\",\"x\":1}\n\n"))
        .contains("\"x\":1")
        .doesNotContain("event: \u00e5", "\nevent:evil");
  }
}
