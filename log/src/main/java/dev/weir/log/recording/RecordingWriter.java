package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEnding;
import dev.weir.log.PrivateFiles;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Appends a stream to a recording as it arrives.
 *
 * <p>What a call takes is handed to the operating system before it returns, so a killed process
 * loses at most the line it was writing, and what may have been the beginning of a secret. After a
 * failed write nothing more is written: a line torn in the middle would hide the ones after it.
 * Belongs to one stream and one thread at a time.
 */
public final class RecordingWriter implements AutoCloseable {
  private static final int MAX_LINE_PAYLOAD = 1 << 20;

  private final OutputStream out;
  private final FrameCuts cuts;
  private final SecretSieve sieve;
  private boolean failed;
  private boolean ended;

  RecordingWriter(
      OutputStream out,
      RecordingHeader header,
      @Nullable ConversationOwners owners,
      Secrets secrets)
      throws IOException {
    this.out = out;
    this.sieve = new SecretSieve(secrets);
    this.cuts = new FrameCuts(header.dialect(), header.options().limits(), owners);
    write(secrets.hide(RecordingJson.write(header)) + "\n");
  }

  /** Creates the file, which must not exist yet and which only its owner may read. */
  public static RecordingWriter create(Path file, RecordingHeader header) throws IOException {
    return create(file, header, null, Secrets.NONE);
  }

  /**
   * Creates the file, which must not exist yet and which only its owner may read.
   *
   * @param owners whose ids go onto the lines of their chunks
   * @param secrets what must not be written even where the provider repeats it
   */
  public static RecordingWriter create(
      Path file, RecordingHeader header, @Nullable ConversationOwners owners, Secrets secrets)
      throws IOException {
    OutputStream out = PrivateFiles.create(file);
    try {
      return new RecordingWriter(out, header, owners, secrets);
    } catch (IOException failed) {
      out.close();
      throw failed;
    }
  }

  /** Something was reached, such as the headers. */
  public void reached(Milestone milestone, long atMicros) throws IOException {
    write(RecordingJson.write(new Reached(atMicros, milestone)) + "\n");
  }

  /** Bytes came; the slice is not kept. */
  public void arrived(byte[] slice, long atMicros) throws IOException {
    var lines = new StringBuilder(slice.length + slice.length / 4 + 64);
    sieve.feed(slice, atMicros, (safe, at) -> append(lines, safe, at));
    write(lines.toString());
  }

  private void append(StringBuilder lines, byte[] safe, long atMicros) {
    cuts.cut(
        safe,
        (bytes, from, to, owner) -> {
          int start = from;
          while (to - start > MAX_LINE_PAYLOAD) {
            int end = characterStart(bytes, start + MAX_LINE_PAYLOAD);
            lines.append(line(atMicros, bytes, start, end, null));
            start = end;
          }
          lines.append(line(atMicros, bytes, start, to, owner));
        });
  }

  private static int characterStart(byte[] bytes, int at) {
    int start = at;
    while (start > at - 4 && (bytes[start] & 0xc0) == 0x80) {
      start--;
    }
    return start;
  }

  private static String line(
      long atMicros, byte[] bytes, int from, int to, @Nullable String owner) {
    var json = new JsonText();
    RecordingJson.write(json, atMicros, bytes, from, to, owner);
    return json + "\n";
  }

  /** The stream ended. A recording without this line was itself cut short. */
  public void ended(StreamEnding ending, long atMicros) throws IOException {
    if (!ended) {
      writeHeld();
      ended = true;
      write(RecordingJson.write(new Ended(atMicros, ending, cuts.end())) + "\n");
    }
  }

  private void writeHeld() throws IOException {
    var lines = new StringBuilder();
    sieve.end((safe, at) -> append(lines, safe, at));
    write(lines.toString());
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (!ended && !failed) {
        writeHeld();
      }
    }
  }

  private void write(String lines) throws IOException {
    if (failed) {
      throw new IOException("an earlier line could not be written");
    }
    if (lines.isEmpty()) {
      return;
    }
    failed = true;
    out.write(lines.getBytes(UTF_8));
    out.flush();
    failed = false;
  }
}
