package dev.weir.codec.awsstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwsStreamEncoderTest {
  private static final String PAYLOAD = "{\"role\":\"«assistant»\"}";

  @Test
  void aFrameIsTheMessageOfItsEvent() {
    var frame = new Frame("messageStart", "", Bytes.of(PAYLOAD));
    assertThat(new AwsStreamEncoder().encode(frame))
        .isEqualTo(AwsMessages.event("messageStart", PAYLOAD));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    List<Frame> frames =
        List.of(
            new Frame("contentBlockDelta", "", Bytes.of(PAYLOAD)),
            new Frame("", "", Bytes.of("not JSON")),
            new Frame(AwsStreamDecoder.EXCEPTION + "throttlingException", "", Bytes.of(PAYLOAD)));
    var encoder = new AwsStreamEncoder();
    var decoder = new AwsStreamDecoder(/* maxFrameBytes= */ 1000);
    List<Frame> read = new ArrayList<>();
    frames.forEach(frame -> decoder.feed(encoder.encode(frame), read::add));
    decoder.end(read::add);
    assertThat(read).isEqualTo(frames);
  }
}
