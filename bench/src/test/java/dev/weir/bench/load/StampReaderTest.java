package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StampReaderTest {

  @Test
  void stampsAreFoundHoweverTheBytesAreCut() {
    byte[] body =
        (stamp(0, 17) + "\",\"b\"" + stamp(1, 123_456_789_012_345_678L)).getBytes(US_ASCII);
    for (int cut = 0; cut <= body.length; cut++) {
      List<Long> times = new ArrayList<>();
      var reader = new StampReader();

      reader.read(ByteBuffer.wrap(body, 0, cut), times::add);
      reader.read(ByteBuffer.wrap(body, cut, body.length - cut), times::add);

      assertThat(times).containsExactly(17L, 123_456_789_012_345_678L);
      assertThat(reader.count()).isEqualTo(2);
      assertThat(reader.wrong()).isZero();
    }
  }

  @Test
  void whatIsMissingOrComesTwiceIsSeen() {
    var doubled = new StampReader();
    doubled.read(ByteBuffer.wrap((stamp(0, 1) + stamp(0, 1)).getBytes(US_ASCII)), sent -> {});
    assertThat(doubled.wrong()).isEqualTo(1);

    var missing = new StampReader();
    missing.read(ByteBuffer.wrap((stamp(0, 1) + stamp(2, 1)).getBytes(US_ASCII)), sent -> {});
    assertThat(missing.wrong()).isEqualTo(1);
    assertThat(missing.count()).isEqualTo(1);
  }

  private static String stamp(int number, long sent) {
    byte[] bytes = Stamp.BLANK.getBytes(US_ASCII);
    Stamp.fill(bytes, 0, number, sent);
    return new String(bytes, US_ASCII);
  }
}
