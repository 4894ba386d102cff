package dev.weir.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingBytesTest {
  private final GrowingBytes bytes = new GrowingBytes(1);

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        9,
        10,
        1_763_330_000_123L,
        999_999_999_999_999_999L,
        1_000_000_000_000_000_000L,
        Long.MAX_VALUE,
        -1,
        Long.MIN_VALUE
      })
  void aNumberIsWrittenAsJavaWritesIt(long number) {
    assertThat(bytes.decimal(number).toString()).isEqualTo(Long.toString(number));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff})
  void aCharacterIsWrittenAsJavaEncodesIt(int codePoint) {
    bytes.character(codePoint);
    assertThat(bytes.toArray()).isEqualTo(Character.toString(codePoint).getBytes(UTF_8));
  }

  @Test
  void numbersOfFixedLengthHaveTheirHighestByteFirst() {
    bytes.putInt(0).putLong(-2).setInt(0, 0x01020384);
    assertThat(bytes.toArray())
        .isEqualTo(ByteBuffer.allocate(12).putInt(0x01020384).putLong(-2).array());
  }

  @Test
  void plainTextEndsWhereAJsonStringNeedsAnEscapeOrSeveralBytes() {
    assertThat(bytes.plain("river", 1)).isEqualTo(5);
    assertThat(bytes.plain("a~\u007f", 0)).isEqualTo(2);
    assertThat(bytes.plain("a\"", 0)).isEqualTo(1);
    assertThat(bytes.plain("\\", 0)).isZero();
    assertThat(bytes.plain("é", 0)).isZero();
    assertThat(bytes.toString()).isEqualTo("ivera~a");
  }

  @Test
  void whatIsClearedIsWrittenOver() {
    bytes.ascii("a long text").clear(/* mostKept= */ 4);
    assertThat(bytes.array()).hasSize(4);
    assertThat(bytes.ascii("short").toString()).isEqualTo("short");
  }
}
