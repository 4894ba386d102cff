package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Looks at the page in a state: at a desk and on a phone, in light colours and in dark ones,
 * nothing is wider than the screen, and axe finds nothing that keeps anybody from using it.
 *
 * <p>With {@code -Dlooks=DIR} there is a picture of each look in that folder.
 */
final class Looks {
  private static final String AXE = axe();

  private enum Look {
    DESK(1280, 900),
    PHONE(390, 780);

    final int width;
    final int height;

    Look(int width, int height) {
      this.width = width;
      this.height = height;
    }
  }

  private Looks() {}

  /** Checks all looks; the browser is as at a desk, in light colours, afterwards. */
  static void check(Browser browser, String state) {
    phone(browser, state);
    desk(browser, state);
  }

  static void desk(Browser browser, String state) {
    check(browser, state, Look.DESK);
  }

  static void phone(Browser browser, String state) {
    check(browser, state, Look.PHONE);
  }

  private static void check(Browser browser, String state, Look look) {
    for (String scheme : List.of("dark", "light")) {
      check(browser, state, look, scheme);
    }
  }

  private static void check(Browser browser, String state, Look look, String scheme) {
    browser.look(
        look.width,
        look.height,
        Map.of("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce"));
    String name = "%s, %s, %s".formatted(state, look.name().toLowerCase(Locale.ROOT), scheme);
    picture(browser, name);
    assertThat(browser.run("return document.documentElement.scrollWidth"))
        .as(name)
        .isEqualTo((long) look.width);
    assertThat(violations(browser)).as(name).isEqualTo(List.of());
  }

  private static Object violations(Browser browser) {
    browser.run("if (globalThis.axe === undefined) { " + AXE + "\n}");
    return Objects.requireNonNull(
        browser.runAsync(
            """
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any.map((each) => each.message).join(' ')}`));
            """));
  }

  private static void picture(Browser browser, String name) {
    String folder = System.getProperty("looks");
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(Path.of(folder));
      Files.write(Path.of(folder, name.replaceAll("[^a-z0-9]+", "-") + ".png"), browser.picture());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String axe() {
    try (InputStream in = Looks.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
