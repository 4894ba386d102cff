package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.DialectGuess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a stream is read from: a file, or standard input for {@code -}. */
final class Source {
  private static final int SLICE_BYTES = 1 << 16;
  private static final int HEAD_BYTES = 1 << 18;

  private final String name;
  private final InputStream standardInput;

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
    try (InputStream in = open()) {
      Dialect dialect = given;
      InputStream rest = in;
      if (dialect == null) {
        byte[] head = head(in);
        dialect = guess(head).orElseThrow(() -> unknownDialect(head));
        rest = new SequenceInputStream(new ByteArrayInputStream(head), in);
      }
      Consumer<byte[]> sink = reader.open(dialect);
      byte[] buffer = new byte[SLICE_BYTES];
      for (int n = rest.read(buffer); n >= 0; n = rest.read(buffer)) {
        sink.accept(Arrays.copyOf(buffer, n));
      }
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

  /** The first bytes, as many as it takes to tell the dialect. */
  private static byte[] head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    byte[] buffer = new byte[SLICE_BYTES];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      head.write(buffer, 0, n);
      boolean enough = head.size() >= HEAD_BYTES;
      if (enough || DialectGuess.of(head.toByteArray(), /* isWhole= */ false).isPresent()) {
        break;
      }
    }
    return head.toByteArray();
  }

  private static Optional<Dialect> guess(byte[] head) {
    return DialectGuess.of(head, /* isWhole= */ head.length < HEAD_BYTES);
  }

  private CallException unknownDialect(byte[] head) {
    String what = isLive() ? "standard input" : name;
    if (head.length == 0) {
      return new CallException("Nothing to decode: %s is empty".formatted(what));
    }
    String text = new String(head, 0, Math.min(head.length, 200), UTF_8).strip();
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
