package dev.weir.gateway.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.page.Browser;
import dev.weir.gateway.page.BrowserTest;
import dev.weir.gateway.resume.Resumption.Case;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A browser's own EventSource, which comes back by itself with the last id. */
@BrowserTest
class ChromiumResumeTest {
  private static final String READ =
      """
      return await new Promise((resolve) => {
        let text = '';
        const source = new EventSource(new URL(given[0]).pathname);
        source.onmessage = (event) => {
          const isLast = event.data === '[DONE]';
          text += (isLast ? '' : `id: ${event.lastEventId}\\n`) + `data: ${event.data}\\n\\n`;
          if (isLast) { source.close(); resolve(text); }
        };
        source.onerror = () => { if (source.readyState === EventSource.CLOSED) resolve('gave up after ' + text); };
      });
      """;

  private final Browser browser;
  @TempDir private Path folder;

  ChromiumResumeTest(Browser browser) {
    this.browser = browser;
  }

  @ParameterizedTest
  @EnumSource
  void getsEveryFrameOnceThoughCutAfterEach(Case kind) throws Exception {
    Resumption.assertExact(
        kind,
        folder,
        /* asksForHaste= */ true,
        address -> {
          browser.goTo(address.substring(0, address.indexOf("/v1/")) + "/");
          Object text = browser.runAsync(READ, address);
          assertThat(text).isInstanceOf(String.class);
          return String.valueOf(text);
        });
  }
}
