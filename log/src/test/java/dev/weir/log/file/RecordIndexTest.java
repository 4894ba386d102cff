package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordIndexTest {
  @Test
  void everyPositionLeadsToItsRecord() {
    var random = new Random(7);
    for (int count : new int[] {1, 2, 63, 64, 65, 128, 129, 1000}) {
      var index = new RecordIndex();
      var records = new TreeMap<Long, Long>();
      long position = 0;
      long location = 36;
      for (int i = 0; i < count; i++) {
        index.add(position, location);
        records.put(position, location);
        position += 1 + random.nextInt(random.nextInt(10) == 0 ? 5000 : 2);
        // Sometimes the next file begins.
        location += random.nextInt(20) == 0 ? 1L << 36 : 1 + random.nextInt(1 << 20);
      }
      for (long at = 0; at < position; at += 1 + random.nextInt(7)) {
        assertThat(index.location(at)).isEqualTo(records.floorEntry(at).getValue());
      }
    }
  }

  @Test
  void aRecordThatIsNotBehindTheLastIsRefused() {
    var index = new RecordIndex();
    index.add(10, 100);
    assertThatThrownBy(() -> index.add(9, 101))
        .hasMessage("A record at position 9, location 101 cannot follow one at 10, 100");
    assertThatThrownBy(() -> index.add(11, 100)).isInstanceOf(IllegalArgumentException.class);
  }
}
