package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.view.Room;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveRoomTest {

  @ParameterizedTest
  @CsvSource({
    // columns, rows, above: width, width around it, height
    "120, 40, 39, 80, 80, 20",
    "120, 40, 1, 40, 40, 20",
    "120, 40, 5, 40, 80, 20",
    "120, 40, 10, 80, 80, 10",
    "60, 20, 19, 60, 60, 10",
    "30, 20, 0, 30, 30, 10",
    "80, 10, 9, 40, 40, 6",
    "80, 4, 3, 40, 40, 3",
    "80, 1, 0, 40, 40, 1",
  })
  void whatIsLiveIsWideOnlyWhereAsMuchStandsAbove(
      int columns, int rows, int above, int width, int frameWidth, int height) {
    assertThat(new LiveRoom(columns, rows, above).room())
        .isEqualTo(new Room(width, frameWidth, height));
  }

  @Test
  void whatIsPrintedMakesRoomForWiderRows() {
    var room = new LiveRoom(80, 24, 1);
    room.printed(30);
    assertThat(room.room()).isEqualTo(Room.of(80, 12));
  }

  @Test
  void rowsThatWereWrappedTookTheRowsAbove() {
    var room = new LiveRoom(80, 24, 23);
    room.drawn(12);
    room.resized(40, 24, wide(12));
    assertThat(room.room()).isEqualTo(Room.of(40, 12));
    room.resized(80, 24, List.of());
    assertThat(room.room()).isEqualTo(Room.of(40, 12));
  }

  /** The bound that the rows above and ours never fill more than the screen, whatever happens. */
  @Test
  void halvingTheWidthNeverTakesMoreThanStandsAbove() {
    for (int rows = 12; rows < 60; rows++) {
      for (int above = 0; above < rows; above++) {
        var room = new LiveRoom(80, rows, above);
        Room bounds = room.room();
        int left = Math.min(above, rows - bounds.height());
        int frame = bounds.frameWidth() > 40 ? 5 : 0;
        int more = bounds.width() > 40 ? bounds.height() : frame;
        assertThat(more).as("%d rows, %d above", rows, above).isLessThanOrEqualTo(left);
      }
    }
  }

  private static List<Line> wide(int rows) {
    return Collections.nCopies(rows, Line.of("w".repeat(80)));
  }
}
