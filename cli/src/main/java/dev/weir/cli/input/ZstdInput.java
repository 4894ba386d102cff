package dev.weir.cli.input;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** Reads zstd; whatever the library makes of damaged bytes is reported like damage in gzip. */
final class ZstdInput extends InputStream {
  private final ZstdInputStream in;

  ZstdInput(InputStream packed) throws IOException {
    try {
      in = new ZstdInputStream(packed);
    } catch (LinkageError refused) {
      // It accesses memory in a way that newer versions of Java may forbid.
      throw new NotAStreamException(
          "zstd, which this Java does not let us unpack; try: unzstd -c FILE | weir decode -");
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return in.read(target, offset, length);
    } catch (EOFException cut) {
      throw cut;
    } catch (IOException cut) {
      // The library has no exception of its own for an input that ends too early.
      throw new EOFException(cut.getMessage());
    } catch (RuntimeException malformed) {
      // Damaged bytes also lead the library to indexes that are not there.
      throw new ZipException(malformed.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
