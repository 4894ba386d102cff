package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.log.file.SpareRooms.Room;
import org.junit.jupiter.api.Test;

class SpareRoomsTest {
  private final SpareRooms rooms = new SpareRooms();

  @Test
  void aThreadGetsBackWhatItLeftAndEmpty() {
    Room room = rooms.take();
    room.bytes().put(new byte[1_000]);
    rooms.leave(room);
    assertThat(rooms.take()).isSameAs(room);
    assertThat(room.bytes().length()).isZero();
  }

  @Test
  void whatIsTakenIsNobodyElses() {
    assertThat(rooms.take()).isNotSameAs(rooms.take());
  }

  @Test
  void aLargeRoomIsNotKept() {
    Room room = rooms.take();
    room.bytes().put(new byte[1 << 20]);
    rooms.leave(room);
    assertThat(room.bytes().array().length).isLessThan(1 << 20);
  }
}
