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
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Breaks a rule in a source, and plays simulated histories with it until one shows. */
public final class BrokenRule {
  private static final int HISTORIES = 1_000;

  private BrokenRule() {}

  /**
   * Fails unless a history finds the broken rule.
   *
   * @param folder for what is compiled
   * @param source where the rule stands
   * @param history whose instances are made of a seed, and {@code play} says what is wrong
   * @param anew one class of each place whose classes are loaded anew
   */
  public static void isFound(
      Path folder, Path source, String rule, String broken, Class<?> history, Class<?>... anew)
      throws Exception {
    compile(folder, source, rule, broken, anew);
    try (var loader = new Anew(folder, anew)) {
      Class<?> loaded = loader.loadClass(history.getName());
      Constructor<?> of = loaded.getDeclaredConstructor(long.class);
      Method play = loaded.getDeclaredMethod("play");
      of.setAccessible(true);
      play.setAccessible(true);
      Object found = null;
      long seed = 0;
      while (found == null && seed < HISTORIES) {
        found = play.invoke(of.newInstance(++seed));
      }
      assertThat(found).isNotNull();
      System.out.printf(
          "%s with \"%s\": found by seed %d, %s%n",
          source.getFileName(), broken, seed, String.valueOf(found).lines().findFirst().orElse(""));
    }
  }

  private static void compile(
      Path folder, Path source, String rule, String broken, Class<?>... anew) throws IOException {
    String text = Files.readString(source);
    assertThat(text).contains(rule);
    Path changed =
        Files.writeString(folder.resolve(source.getFileName()), text.replace(rule, broken));
    String places =
        String.join(
            File.pathSeparator,
            Stream.concat(
                    Stream.of(anew).map(type -> place(type).toString()),
                    Stream.of(System.getProperty("java.class.path")))
                .toList());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-cp",
            places,
            "-d",
            folder.toString(),
            changed.toString());
    assertThat(code).isZero();
  }

  private static Path place(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** Loads some places anew, with what was changed in the place of what there was. */
  private static final class Anew extends URLClassLoader {
    private static final List<String> PACKAGES = List.of("dev.weir.redis.", "dev.weir.gateway.");

    Anew(Path folder, Class<?>... anew) throws IOException {
      super(urls(folder, anew), BrokenRule.class.getClassLoader());
    }

    private static URL[] urls(Path folder, Class<?>... anew) throws IOException {
      URL[] urls = new URL[anew.length + 1];
      urls[0] = folder.toUri().toURL();
      for (int i = 0; i < anew.length; i++) {
        urls[i + 1] = place(anew[i]).toUri().toURL();
      }
      return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (PACKAGES.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
