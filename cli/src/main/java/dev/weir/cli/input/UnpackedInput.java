package dev.weir.cli.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * What a packing holds, up to a limit and as far as it is sound: damage ends it like the end of the
 * input, and is reported beside it.
 */
final class UnpackedInput extends InputStream {
  private final Packing packing;
  private final InputStream packed;
  private final long maxBytes;
  private final Damage damage;
  private @Nullable InputStream unpacked;
  private long bytes;
  private boolean broken;

  UnpackedInput(Packing packing, InputStream packed, long maxBytes, Damage damage) {
    this.packing = packing;
    this.packed = packed;
    this.maxBytes = maxBytes;
    this.damage = damage;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (broken) {
      return -1;
    }
    try {
      InputStream in = unpacked;
      if (in == null) {
        in = packing.open(packed);
        unpacked = in;
      }
      int n = in.read(target, offset, length);
      bytes += Math.max(n, 0);
      if (bytes > maxBytes) {
        throw new NotAStreamException(
            "%s that unpacks to more than %,d bytes; unpack it and cut out what you need"
                .formatted(packing.word(), maxBytes));
      }
      return n;
    } catch (EOFException cut) {
      return broken("is cut short");
    } catch (ZipException malformed) {
      return broken("is damaged (%s)".formatted(malformed.getMessage()));
    }
  }

  private int broken(String how) {
    broken = true;
    damage.add("its %s %s after %,d bytes".formatted(packing.word(), how, bytes));
    return -1;
  }
}
