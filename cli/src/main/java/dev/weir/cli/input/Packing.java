package dev.weir.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** A way of packing bytes that can be recognised by their beginning. */
enum Packing {
  GZIP("gzip") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return new GZIPInputStream(in);
    }
  },
  ZLIB("zlib") {
    @Override
    InputStream open(InputStream in) {
      return new InflaterInputStream(in);
    }
  },
  ZSTD("zstd") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return new ZstdInput(in);
    }
  },
  UTF_16LE("UTF-16") {
    @Override
    InputStream open(InputStream in) {
      return new RecodedInput(in, StandardCharsets.UTF_16LE);
    }
  },
  UTF_16BE("UTF-16") {
    @Override
    InputStream open(InputStream in) {
      return new RecodedInput(in, StandardCharsets.UTF_16BE);
    }
  };

  /** How many bytes of a beginning are enough to recognise every packing. */
  static final int HEAD_BYTES = 8;

  private static final int ZLIB_METHOD = 0x78;
  private static final int ZLIB_CHECK = 31;

  private final String word;

  Packing(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /** Whether it can turn few bytes into many. */
  boolean isCompression() {
    return switch (this) {
      case GZIP, ZLIB, ZSTD -> true;
      case UTF_16LE, UTF_16BE -> false;
    };
  }

  abstract InputStream open(InputStream in) throws IOException;

  /** How bytes with this beginning are packed; {@code null} if they are not. */
  static @Nullable Packing of(byte[] head) {
    if (starts(head, 0x1F, 0x8B, 0x08)) {
      return GZIP;
    }
    if (starts(head, 0x28, 0xB5, 0x2F, 0xFD)) {
      return ZSTD;
    }
    if (isZlib(head)) {
      return ZLIB;
    }
    if (starts(head, 0xFF, 0xFE) && !starts(head, 0xFF, 0xFE, 0, 0)) {
      return UTF_16LE;
    }
    if (starts(head, 0xFE, 0xFF)) {
      return UTF_16BE;
    }
    return isLatinInPairs(head, /* letter= */ 0)
        ? UTF_16LE
        : isLatinInPairs(head, /* letter= */ 1) ? UTF_16BE : null;
  }

  /** The four headers that compressors write (RFC 1950); of text only "x^" looks like one. */
  private static boolean isZlib(byte[] head) {
    if (head.length < HEAD_BYTES || head[0] != ZLIB_METHOD) {
      return false;
    }
    int flags = head[1] & 0xFF;
    return ((head[0] << Byte.SIZE) + flags) % ZLIB_CHECK == 0
        && (flags == 0x01 || flags == 0x5E || flags == 0x9C || flags == 0xDA);
  }

  /** Whether every other byte is 0 and those between are letters: UTF-16 without its mark. */
  private static boolean isLatinInPairs(byte[] head, int letter) {
    if (head.length < HEAD_BYTES) {
      return false;
    }
    for (int i = 0; i < HEAD_BYTES; i += 2) {
      byte b = head[i + letter];
      boolean isLetter = (b >= ' ' && b < 0x7F) || b == '\r' || b == '\n' || b == '\t';
      if (!isLetter || head[i + 1 - letter] != 0) {
        return false;
      }
    }
    return true;
  }

  static boolean starts(byte[] head, int... bytes) {
    if (head.length < bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (head[i] != (byte) bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
