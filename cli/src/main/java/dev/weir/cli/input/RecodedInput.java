package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;

/** Text of another charset, read as UTF-8 while it comes, without its byte order mark. */
final class RecodedInput extends InputStream {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Reader reader;
  private final char[] chars = new char[1 << 13];
  private int held;
  private boolean first = true;
  private byte[] bytes = new byte[0];
  private int at;

  RecodedInput(InputStream in, Charset charset) {
    this.reader = new InputStreamReader(in, charset);
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int n = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, target, offset, n);
    at += n;
    return n;
  }

  private boolean fill() throws IOException {
    while (at == bytes.length) {
      int n = reader.read(chars, held, chars.length - held);
      if (n < 0 && held == 0) {
        return false;
      }
      int length = held + Math.max(n, 0);
      // Half of a pair waits for its other half, unless there is none.
      held = n >= 0 && Character.isHighSurrogate(chars[length - 1]) ? 1 : 0;
      int from = first && chars[0] == BYTE_ORDER_MARK ? 1 : 0;
      first = false;
      bytes = new String(chars, from, length - held - from).getBytes(UTF_8);
      at = 0;
      chars[0] = held == 1 ? chars[length - 1] : chars[0];
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
