package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.GrowingBytes;
import org.junit.jupiter.api.Test;

class SpareRoomsTest {
  private final SpareRooms rooms = new SpareRooms();

  @Test
  void aThreadGetsBackWhatItLeftAndEmpty() {
    GrowingBytes room = rooms.take().put(new byte[1_000]);
    rooms.leave(room);
    assertThat(rooms.take()).isSameAs(room);
    assertThat(room.length()).isZero();
  }

  @Test
  void whatIsTakenIsNobodyElses() {
    assertThat(rooms.take()).isNotSameAs(rooms.take());
  }

  @Test
  void aLargeRoomIsNotKept() {
    GrowingBytes room = rooms.take().put(new byte[1 << 20]);
    rooms.leave(room);
    assertThat(room.array().length).isLessThan(1 << 20);
  }
}
