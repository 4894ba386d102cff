package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.DialectGuess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a stream is read from: a file, or standard input for {@code -}. */
final class Source {
  private static final int SLICE_BYTES = 1 << 16;
  private static final int HEAD_BYTES = 1 << 18;

  private final String name;
  private final InputStream standardInput;
  private final byte[] buffer = new byte[SLICE_BYTES];
  private Instant startedAt = Instant.EPOCH;
  private long started;
  private long atMicros;
  private long bytesRead;

  Source(String name, InputStream standardInput) {
    this.name = name;
    this.standardInput = standardInput;
  }

  String name() {
    return name;
  }

  boolean isLive() {
    return name.equals("-");
  }

  /** Takes slices as they arrive, once the dialect is known. */
  interface Reader {
    Consumer<byte[]> open(Dialect dialect);
  }

  /** Reads to the end, handing each slice over as it comes. */
  void read(@Nullable Dialect given, Reader reader) {
    started = System.nanoTime();
    startedAt = Instant.now();
    try (InputStream in = open()) {
      List<Slice> head = new ArrayList<>();
      Dialect dialect = given == null ? guess(in, head) : given;
      Consumer<byte[]> sink = reader.open(dialect);
      for (Slice slice : head) {
        atMicros = slice.atMicros();
        sink.accept(slice.bytes().toSlice());
      }
      for (Slice slice = next(in); slice != null; slice = next(in)) {
        atMicros = slice.atMicros();
        sink.accept(slice.bytes().toSlice());
      }
      atMicros = clock();
    } catch (NoSuchFileException missing) {
      throw new CallException("No such file: " + name);
    } catch (IOException failed) {
      throw new CallException(
          "Cannot read %s: %s"
              .formatted(
                  name,
                  Files.isDirectory(Path.of(name))
                      ? "it is a folder; name the files in it"
                      : failed.getMessage()));
    }
  }

  /** Bytes and when they came. */
  private record Slice(Bytes bytes, long atMicros) {}

  private @Nullable Slice next(InputStream in) throws IOException {
    int n = in.read(buffer);
    if (n < 0) {
      return null;
    }
    bytesRead += n;
    return new Slice(Bytes.of(Arrays.copyOf(buffer, n)), clock());
  }

  /** Microseconds since reading began; 0 for a file, whose bytes came at some other time. */
  long clock() {
    return isLive() ? TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - started) : 0;
  }

  /** When the slice came that is being handed over, or the end after the last one. */
  long atMicros() {
    return atMicros;
  }

  Instant startedAt() {
    return startedAt;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** How many bytes there are in all; 0 if nobody can tell. */
  long size() {
    try {
      return isLive() ? 0 : Files.size(Path.of(name));
    } catch (IOException unknown) {
      return 0;
    }
  }

  /** Tells the dialect from the first slices, as many as it takes. */
  private Dialect guess(InputStream in, List<Slice> head) throws IOException {
    var bytes = new ByteArrayOutputStream();
    Optional<Dialect> dialect = Optional.empty();
    boolean whole = false;
    while (dialect.isEmpty() && !whole && bytes.size() < HEAD_BYTES) {
      Slice slice = next(in);
      if (slice == null) {
        whole = true;
      } else {
        head.add(slice);
        bytes.writeBytes(slice.bytes().toSlice());
      }
      dialect = DialectGuess.of(bytes.toByteArray(), whole);
    }
    return dialect.orElseThrow(() -> unknownDialect(bytes.toByteArray()));
  }

  private CallException unknownDialect(byte[] head) {
    String what = isLive() ? "standard input" : name;
    if (head.length == 0) {
      return new CallException("Nothing to decode: %s is empty".formatted(what));
    }
    String text = new String(head, 0, Math.min(head.length, 200), UTF_8).strip();
    if (text.startsWith("{\"weir\":\"recording\"")) {
      return new CallException("%s is a recording; use: weir replay %s".formatted(what, name));
    }
    String start = text.lines().findFirst().orElse("");
    return new CallException(
        "Cannot tell the dialect of %s, which begins «%s»; if it is a provider's stream, name it: --dialect %s"
            .formatted(
                what,
                start.substring(0, Math.min(start.length(), 60)),
                String.join("|", Arrays.stream(Dialect.values()).map(Dialect::word).toList())));
  }

  private InputStream open() throws IOException {
    return isLive() ? standardInput : Files.newInputStream(Path.of(name));
  }
}
