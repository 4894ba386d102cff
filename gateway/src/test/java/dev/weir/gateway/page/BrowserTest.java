package dev.weir.gateway.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Tests of this class take a {@link Browser}, which all of them share; they are skipped where there
 * is none.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserTest.Shared.class)
public @interface BrowserTest {

  /** Keeps the browser until the last test has run. */
  final class Shared implements ParameterResolver {

    private record Held(Optional<Browser> browser) implements AutoCloseable {
      @Override
      public void close() {
        browser.ifPresent(Browser::close);
      }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Held held =
          context
              .getRoot()
              .getStore(ExtensionContext.Namespace.create(Shared.class))
              .computeIfAbsent(Held.class, key -> new Held(Browser.start()), Held.class);
      Assumptions.assumeTrue(
          held.browser().isPresent(),
          "There is no chromium with its chromedriver on the PATH, so the page is not tested; apt-get install chromium chromium-driver");
      return held.browser().orElseThrow();
    }
  }
}
