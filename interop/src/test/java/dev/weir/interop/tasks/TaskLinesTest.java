package dev.weir.interop.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.TaskRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How many lines each task takes: the table of docs/library/tasks.md. */
class TaskLinesTest {
  private static final Path PAGE = Path.of("../docs/library/tasks.md");
  private static final String HEAD = "| task | Weir | LangChain4j | Spring AI | openai-java |\n";

  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("src/test/java/dev/weir/interop/tasks/WeirTasks.java"),
          Path.of("../langchain4j/src/test/java/dev/weir/langchain4j/tasks/LangChain4jTasks.java"),
          Path.of("../spring-ai/src/test/java/dev/weir/springai/tasks/SpringAiTasks.java"),
          Path.of("src/test/java/dev/weir/interop/tasks/OpenAiJavaTasks.java"));

  private static final Pattern TASK =
      Pattern.compile("(?ms)^  void (\\w+)\\([^)]*\\)[^{]*\\{\n(.*?)^  }$");

  /** The lines of a library's tasks, as the formatter of this project breaks them. */
  private static Map<String, Long> lines(Path library) throws IOException {
    Map<String, Long> lines = new LinkedHashMap<>();
    Matcher tasks = TASK.matcher(Files.readString(library));
    while (tasks.find()) {
      lines.put(tasks.group(1), tasks.group(2).lines().filter(line -> !line.isBlank()).count());
    }
    return lines;
  }

  @Test
  void noTaskTakesAThirdMoreLinesThanWithTheShortestOfTheOthers() throws IOException {
    Map<String, Long> weir = lines(LIBRARIES.getFirst());
    assertThat(weir.keySet()).containsExactlyInAnyOrderElementsOf(TaskRuns.expected().keySet());
    for (var task : weir.entrySet()) {
      long shortest = Long.MAX_VALUE;
      for (Path other : LIBRARIES.subList(1, LIBRARIES.size())) {
        shortest = Math.min(shortest, lines(other).getOrDefault(task.getKey(), Long.MAX_VALUE));
      }
      assertThat(3 * task.getValue()).as(task.getKey()).isLessThanOrEqualTo(4 * shortest);
    }
  }

  @Test
  void thePageHasTheTable() throws IOException {
    String page = Files.readString(PAGE);
    int at = page.indexOf(HEAD);
    String table = HEAD + "|---|---:|---:|---:|---:|\n";
    long[] sums = new long[LIBRARIES.size()];
    for (String task : lines(LIBRARIES.getFirst()).keySet()) {
      var row = new StringBuilder("| `" + task + "` |");
      for (int i = 0; i < sums.length; i++) {
        Long lines = lines(LIBRARIES.get(i)).get(task);
        sums[i] += Objects.requireNonNullElse(lines, 0L);
        row.append(' ').append(lines == null ? "–" : lines.toString()).append(" |");
      }
      table += row + "\n";
    }
    table += "| all | %d | %d | %d | %d |\n".formatted(sums[0], sums[1], sums[2], sums[3]);
    if ("write".equals(System.getProperty("golden"))) {
      int end = page.indexOf("\n\n", at) + 1;
      Files.writeString(PAGE, page.substring(0, at) + table + page.substring(end));
    }
    assertThat(Files.readString(PAGE)).contains(table);
  }
}
