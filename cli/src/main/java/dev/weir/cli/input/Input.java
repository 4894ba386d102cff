package dev.weir.cli.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An input that the command line names: a file, or standard input for {@code -}. Belongs to one
 * thread at a time.
 */
public final class Input implements AutoCloseable {
  private final String name;
  private final Counted in;
  private final long started = System.nanoTime();
  private final Captures captures;

  private Input(String name, InputStream in, ReadOptions reading) throws IOException {
    this.name = name;
    this.in = new Counted(in);
    var unwrapper = new Unwrapper(reading, Unwrapper.Limits.USUAL);
    var source = CaptureSource.of(name, Instant.now(), isLive(), this::clockMicros);
    try {
      captures = unwrapper.open(Slices.of(this.in, this::clockMicros), source);
    } catch (NotAStreamException other) {
      throw named(other);
    }
  }

  /**
   * Opens an input and looks at its beginning.
   *
   * @throws NotAStreamException if it is something other than streams; the message says what
   */
  public static Input open(String name, InputStream standardInput, ReadOptions reading)
      throws IOException {
    InputStream in = name.equals("-") ? standardInput : Files.newInputStream(Path.of(name));
    try {
      return new Input(name, in, reading);
    } catch (IOException failed) {
      in.close();
      throw failed;
    }
  }

  private NotAStreamException named(NotAStreamException other) {
    String words = "%s is %s".formatted(isLive() ? "standard input" : name, other.getMessage());
    boolean isEmpty = Unwrapper.EMPTY.equals(other.getMessage());
    return new NotAStreamException(
        isEmpty ? "Nothing to decode: " + words : words, other.details());
  }

  /** The next stream in it, or null after the last. */
  public @Nullable Capture next() throws IOException {
    try {
      return captures.next();
    } catch (NotAStreamException other) {
      throw named(other);
    }
  }

  /** Whether the bytes come while they are read. */
  public boolean isLive() {
    return name.equals("-");
  }

  /** Microseconds since reading began; 0 for a file, whose bytes came at some other time. */
  public long clockMicros() {
    return isLive() ? TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - started) : 0;
  }

  public long bytesRead() {
    return in.bytes;
  }

  /** How many bytes there are in total; 0 if that is not known. */
  public long size() {
    try {
      return isLive() ? 0 : Files.size(Path.of(name));
    } catch (IOException unknown) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Counts what is read. */
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = super.read(target, offset, length);
      bytes += Math.max(n, 0);
      return n;
    }
  }
}
