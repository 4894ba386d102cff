package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
  private static final String RESPONSE =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n, river...\r\n0\r\n\r\n";

  @Test
  void bodiesAreReadHoweverTheBytesAreCutAndOneAfterTheOther() {
    byte[] bytes = (RESPONSE + RESPONSE).getBytes(US_ASCII);
    for (int cut = 0; cut <= bytes.length; cut++) {
      var text = new StringBuilder();
      var reader =
          new ResponseReader(body -> text.append(US_ASCII.decode(body)), () -> text.append('|'));

      reader.read(ByteBuffer.wrap(bytes, 0, cut));
      reader.read(ByteBuffer.wrap(bytes, cut, bytes.length - cut));

      assertThat(text.toString()).isEqualTo("hello, river...|hello, river...|");
    }
  }

  @Test
  void anErrorIsNoStream() {
    var reader = new ResponseReader(body -> {}, () -> {});

    assertThatIllegalStateException()
        .isThrownBy(() ->
            reader.read(
                ByteBuffer.wrap(
                    "HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII))))
        .withMessageContaining("429");
  }
}
