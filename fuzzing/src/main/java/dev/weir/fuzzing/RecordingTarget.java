package dev.weir.fuzzing;

import dev.weir.log.recording.Entry;
import dev.weir.log.recording.RecordingReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Recordings: read as far as they are whole, or refused with a message. */
public final class RecordingTarget {
  private RecordingTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    try (RecordingReader reader = RecordingReader.open(new ByteArrayInputStream(data))) {
      Entry entry = reader.next();
      while (entry != null) {
        entry = reader.next();
      }
      Finding.unless(reader.bytesRead() <= data.length, "more was read than there is");
    } catch (IOException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }
}
