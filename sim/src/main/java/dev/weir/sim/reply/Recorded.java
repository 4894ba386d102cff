package dev.weir.sim.reply;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.NotARecordingException;
import dev.weir.log.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A stream that was recorded elsewhere, to be sent again: the same bytes, cut where they were cut,
 * at the times at which they came.
 */
public record Recorded(Dialect dialect, List<Slice> slices) {
  /** A captured file has no times; its frames come at a pace that can be watched. */
  private static final long CAPTURE_MICROS = 20_000;

  private static final int HEAD_BYTES = 1 << 16;

  public Recorded {
    slices = List.copyOf(slices);
  }

  /** Bytes as a network cut them, without times. */
  public static Recorded of(Dialect dialect, List<byte[]> slices) {
    return new Recorded(
        dialect, slices.stream().map(bytes -> Slice.of(CAPTURE_MICROS, bytes)).toList());
  }

  /**
   * Reads a recording, or a file of captured bytes whose dialect can be told.
   *
   * @throws IOException if it cannot be read or is neither
   */
  public static Recorded read(Path file) throws IOException {
    try (var recording = RecordingReader.open(file)) {
      return read(recording);
    } catch (NotARecordingException other) {
      byte[] bytes = Files.readAllBytes(file);
      byte[] head = Arrays.copyOf(bytes, Math.min(bytes.length, HEAD_BYTES));
      Dialect dialect =
          DialectGuess.of(head, head.length == bytes.length)
              .orElseThrow(() ->
                  new IOException(
                      "%s is not a recording (%s), and no dialect can be told from its bytes"
                          .formatted(file, other.getMessage())));
      return of(dialect, CaptureCuts.of(bytes));
    }
  }

  private static Recorded read(RecordingReader recording) throws IOException {
    List<Slice> slices = new ArrayList<>();
    long last = 0;
    for (Entry entry = recording.next(); entry != null; entry = recording.next()) {
      if (entry instanceof Entry.Arrived arrived) {
        long pause = Math.max(0, arrived.atMicros() - last);
        boolean timed = recording.header().timed();
        slices.add(Slice.of(timed ? pause : CAPTURE_MICROS, arrived.bytes().toArray()));
        last = arrived.atMicros();
      }
    }
    return new Recorded(recording.header().dialect(), slices);
  }

  /** What was recorded, as a reply. */
  public Reply reply() {
    boolean isArray = !slices.isEmpty() && firstByte() == '[';
    return Reply.stream((isArray ? StreamForm.ARRAY : dialect.streamForm()).contentType(), slices);
  }

  private int firstByte() {
    var bytes = slices.getFirst().bytes();
    return bytes.length() == 0 ? -1 : bytes.array()[bytes.from()];
  }
}
