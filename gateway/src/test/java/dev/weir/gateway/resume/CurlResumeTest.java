package dev.weir.gateway.resume;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.gateway.resume.Resumption.Case;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** curl in a loop, as a script resumes: what it has whole is kept, and the rest asked for. */
class CurlResumeTest {
  @TempDir private Path folder;

  /** How the last id is told. */
  enum By {
    HEADER,
    PARAMETER
  }

  @ParameterizedTest
  @CsvSource({
    "LIVE, HEADER",
    "LIVE, PARAMETER",
    "FINISHED, HEADER",
    "FINISHED, PARAMETER",
    "FINISHED_AND_CUT_INSIDE_THE_NEXT_FRAME, HEADER",
    "FINISHED_AND_CUT_INSIDE_THE_NEXT_FRAME, PARAMETER"
  })
  void getsEveryFrameOnceThoughCutAfterEach(Case kind, By by) throws Exception {
    assumeTrue(Programs.has("curl"), "there is no curl on the PATH");
    Resumption.assertExact(kind, folder, /* asksForHaste= */ false, address -> read(address, by));
  }

  private static String read(String address, By by) throws Exception {
    var whole = new StringBuilder();
    String last = "";
    while (whole.indexOf("data: [DONE]\n\n") < 0) {
      String got =
          last.isEmpty()
              ? Programs.run("curl", "-sN", address)
              : switch (by) {
                case HEADER -> Programs.run("curl", "-sN", "-H", "Last-Event-ID: " + last, address);
                case PARAMETER -> Programs.run("curl", "-sN", address + "?after=" + last);
              };
      int end = got.lastIndexOf("\n\n") + 2;
      if (end < 2) {
        throw new AssertionError("After %s curl got \"%s\"".formatted(last, got));
      }
      whole.append(got, 0, end);
      int id = whole.lastIndexOf("id: ") + 4;
      last = whole.substring(id, whole.indexOf("\n", id));
    }
    return whole.toString();
  }
}
