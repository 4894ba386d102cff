package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Cases;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was wrong or odd is named in one line each, in words. */
class DoctorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gt1.sse          | ✗ contradiction: The update of «$.city» cannot be added to the arguments of block 0/0: what it names is already written; ✗ damaged arguments: the call of weather (block 0/0) did not arrive whole, so it must not be run
          g-silent.sse     | ✗ malformed: The call of block 0/0 ended inside a text of its arguments that was to be continued; ✗ damaged arguments: the call of f (block 0/0) did not arrive whole, so it must not be run
          g-full-after.sse | ✓ nothing wrong
          r-text.sse       | · late summary: the summary of reasoning rs_1 came only with the end of its item; it is kept for the next request; ✓ nothing wrong
          r-late-sum.sse   | · late summary: the summary of reasoning rs_1 came only with the end of the response; it is kept for the next request; ✓ nothing wrong
          s-some-absent.sse | ✓ nothing wrong
          s-swap.sse       | ✗ gap: Expected sequence number 6, saw 7: 1 chunk lost; ✗ late: Expected sequence number 8, saw 6: it came late, but is not lost; · repaired: a final payload gave block 0/0 whole after chunks were lost
          n2.sse           | · early finish: output 0 finished (stop) while output 1 went on; ✓ nothing wrong
          n2-cut.sse       | ✗ truncated: the bytes ended before the provider said that every output was done; blocks cut in the middle: 1; outputs without an end: [1]
          """)
  void whatIsOddInAStreamIsSaidInWords(String name, String lines, @TempDir Path folder) {
    var out = new ByteArrayOutputStream();
    String file = Cases.write(name, folder).toString();
    var print = new PrintStream(out, true, UTF_8);
    int code =
        Main.run(
            new String[] {"doctor", file},
            new Console(InputStream.nullInputStream(), print, print));

    assertThat(out.toString(UTF_8).lines().skip(1).map(String::strip))
        .containsExactlyElementsOf(List.of(lines.split("; (?=[✗·✓])")));
    assertThat(code).isEqualTo(lines.contains("✗") ? 1 : 0);
  }
}
