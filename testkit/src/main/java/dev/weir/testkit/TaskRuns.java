package dev.weir.testkit;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of docs/library/tasks.md with whichever library does them. */
public final class TaskRuns {
  private static final Path TASKS = Path.of("../interop/src/test/resources");
  private static final byte[] PICTURE = {1, 2, 3};

  private TaskRuns() {}

  /** What the provider of the tasks answers. */
  public static String script() throws IOException {
    return Files.readString(TASKS.resolve("tasks.yaml"));
  }

  /** What each task prints. */
  public static Map<String, String> expected() throws IOException {
    var all = new Properties();
    try (Reader reader = Files.newBufferedReader(TASKS.resolve("tasks.properties"))) {
      all.load(reader);
    }
    var expected = new TreeMap<String, String>();
    all.forEach((task, printed) -> expected.put(task.toString(), printed.toString()));
    return expected;
  }

  /**
   * What each task of a library really prints.
   *
   * @param library makes what has a method for each task, of what they print to
   */
  public static Map<String, String> printed(Function<Consumer<@Nullable Object>, Object> library) {
    var printed = new TreeMap<String, String>();
    var out = new StringBuilder();
    Object tasks = library.apply(out::append);
    Arrays.stream(tasks.getClass().getDeclaredMethods())
        .filter(method -> !method.isSynthetic() && !method.getName().equals("print"))
        .forEach(method -> {
          out.setLength(0);
          run(method, tasks);
          printed.put(method.getName(), out.toString());
        });
    return printed;
  }

  private static void run(Method method, Object tasks) {
    method.setAccessible(true);
    try {
      if (method.getParameterCount() == 0) {
        method.invoke(tasks);
      } else {
        method.invoke(tasks, (Object) PICTURE);
      }
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(method.getName() + " failed", failed.getCause());
    } catch (IllegalAccessException impossible) {
      throw new UncheckedIOException(new IOException(impossible));
    }
  }
}
