package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulated histories find what they are for: a rule is broken in the source, and it shows. */
class BrokenRulesTest {
  private static final int HISTORIES = 1_000;
  private static final Path SOURCES = Path.of("src/main/java/dev/weir/redis");
  private static final Logger QUIET = Logger.getLogger("dev.weir.redis");
  private @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PositionalFold | record.position() != next | false
          Deaths         | leased.contains(node)     | false
          """)
  void aBrokenRuleIsFoundWithinAThousandHistories(String file, String rule, String broken)
      throws Exception {
    QUIET.setLevel(Level.OFF);
    compile(file, rule, broken);
    try (var loader = new Broken(folder)) {
      Class<?> history = loader.loadClass(SimHistory.class.getName());
      Constructor<?> of = history.getDeclaredConstructor(long.class);
      Method play = history.getDeclaredMethod("play");
      of.setAccessible(true);
      play.setAccessible(true);
      Object found = null;
      long seed = 0;
      while (found == null && seed < HISTORIES) {
        found = play.invoke(of.newInstance(++seed));
      }
      assertThat(found).isNotNull();
      System.out.printf("%s with \"%s\": found by seed %d, %s%n", file, broken, seed, found);
    }
  }

  private void compile(String file, String rule, String broken) throws IOException {
    String source = Files.readString(SOURCES.resolve(file + ".java"));
    assertThat(source).contains(rule);
    Path changed = Files.writeString(folder.resolve(file + ".java"), source.replace(rule, broken));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-cp",
            place(PositionalFold.class)
                + File.pathSeparator
                + System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            changed.toString());
    assertThat(code).isZero();
  }

  private static Path place(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** Loads this package anew, with what was changed in the place of what there was. */
  private static final class Broken extends URLClassLoader {
    Broken(Path folder) throws IOException {
      super(urls(folder), BrokenRulesTest.class.getClassLoader());
    }

    private static URL[] urls(Path folder) throws IOException {
      List<Path> places = List.of(folder, place(PositionalFold.class), place(SimHistory.class));
      URL[] urls = new URL[places.size()];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = places.get(i).toUri().toURL();
      }
      return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.weir.redis.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
