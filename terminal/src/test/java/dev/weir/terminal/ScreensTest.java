package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.terminal.screen.Palette;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Screens as they are in {@code src/test/resources/screens}; {@code -Dgolden=write} writes them.
 */
class ScreensTest {
  private static final ViewOptions STILL =
      ViewOptions.defaults().withPalette(Palette.NONE).withMicroClock(() -> 0);

  static Stream<Arguments> scenes() {
    return Stream.of(Scenes.values())
        .flatMap(scene -> Stream.of(Arguments.of(scene, 80, 24), Arguments.of(scene, 120, 40)));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void aSceneLooksAsExpectedLiveAndFinished(Scenes scene, int columns, int rows)
      throws IOException {
    var screen = new VirtualScreen(columns, rows);
    screen.print("$ weir\r\n");
    var show = new Show(screen, STILL);
    List<StreamEvent> begun = scene.untilLastDelta();

    show.play(begun);
    String live = String.join("\n", screen.rows());
    show.play(scene.events().subList(begun.size(), scene.events().size()));
    String finished = String.join("\n", bounded(screen.all()));

    String name = scene.name().toLowerCase(Locale.ROOT) + "-" + columns + "x" + rows;
    compare(name + ".txt", live + "\n\n======== finished\n" + finished + "\n");
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void howOftenItIsDrawnAndHowTheTerminalIsResizedLeavesNothingBehind(
      Scenes scene, int columns, int rows) {
    var once = new VirtualScreen(columns, rows);
    new Show(once, STILL).play(scene.events());
    var often = new VirtualScreen(columns, rows);
    var show = new Show(often, STILL);
    List<StreamEvent> events = scene.events();
    int step = Math.max(1, events.size() / 40);
    for (int i = 0, draws = 0; i < events.size(); i += step, draws++) {
      show.play(events.subList(i, Math.min(i + step, events.size())));
      if (draws % 7 == 3 && i + step < events.size()) {
        boolean wide = often.terminal().getColumns() == columns;
        often.resize(wide ? columns / 2 : columns, wide ? rows - 5 : rows);
      }
    }
    often.resize(columns, rows);

    // What was finished while the terminal was narrow is wrapped otherwise, and else the same.
    assertThat(String.join("", often.all()).replace(" ", ""))
        .isEqualTo(String.join("", once.all()).replace(" ", ""));
  }

  @Test
  void theTextOfTenThousandDeltasIsWholeAndInOrder() {
    var screen = new VirtualScreen(80, 24);
    new Show(screen, STILL).play(Scenes.TEN_THOUSAND_DELTAS.events());

    List<String> words =
        screen.all().stream()
            .flatMap(row -> Stream.of(row.split(" ")))
            .filter(word -> word.matches("w\\d+"))
            .toList();
    assertThat(words)
        .isEqualTo(Stream.iterate(0, i -> i + 1).limit(10_000).map(i -> "w" + i).toList());
  }

  private static List<String> bounded(List<String> rows) {
    if (rows.size() <= 60) {
      return rows;
    }
    return Stream.of(
            rows.subList(0, 10),
            List.of("… " + (rows.size() - 20) + " rows …"),
            rows.subList(rows.size() - 10, rows.size()))
        .flatMap(List::stream)
        .toList();
  }

  private static void compare(String name, String seen) throws IOException {
    Path file = Path.of("src/test/resources/screens", name);
    if ("write".equals(System.getProperty("golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, seen);
    }
    assertThat(seen).isEqualTo(Files.readString(file));
  }
}
