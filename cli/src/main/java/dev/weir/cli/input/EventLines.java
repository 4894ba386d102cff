package dev.weir.cli.input;

import dev.weir.cli.input.Capture.TimedEvent;
import dev.weir.cli.input.Capture.Told;
import dev.weir.codec.Bytes;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events, one JSON object per line, as {@code decode --to events} and {@code chat --json} write
 * them. A response ends with its end, and where the lines carry files, with its file.
 */
final class EventLines implements Captures {
  private static final int MAX_LINE_BYTES = 64 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, MAX_LINE_BYTES);

  private final String name;
  private final boolean isOneOfSeveral;
  private final Lines lines;
  private @Nullable Line waiting;
  private long lineNumber;
  private int streams;

  /** A line that is an event, or the reason why it is not. */
  private record Line(@Nullable String file, @Nullable StreamEvent event, String wrong) {}

  EventLines(String name, boolean isOneOfSeveral, Slices slices) {
    this.name = name;
    this.isOneOfSeveral = isOneOfSeveral;
    this.lines = new Lines(slices, MAX_LINE_BYTES);
  }

  @Override
  public @Nullable Capture next() throws IOException {
    Line first = take();
    if (first == null) {
      return null;
    }
    waiting = first;
    streams++;
    String file = first.file();
    String called = file != null ? file : streams == 1 ? name : name + "#" + streams;
    return new Capture.Events(called, isOneOfSeveral || file != null, new OneStream(file));
  }

  private @Nullable Line take() throws IOException {
    Line next = waiting;
    waiting = null;
    while (next == null) {
      Bytes bytes = lines.next();
      if (bytes == null) {
        return null;
      }
      lineNumber++;
      String text = bytes.toString().strip();
      next = text.isEmpty() ? null : read(text);
    }
    return next;
  }

  private Line read(String text) {
    try {
      Json json = READER.read(text);
      return new Line(json.get("file").text(), EventJson.read(text), "");
    } catch (JsonException | ArithmeticException notAnEvent) {
      return new Line(
          null,
          null,
          "line %,d is not an event: %s".formatted(lineNumber, notAnEvent.getMessage()));
    }
  }

  /** The events of one response. */
  private final class OneStream implements Told {
    private final @Nullable String file;
    private final Damage damage = new Damage();
    private boolean ended;

    OneStream(@Nullable String file) {
      this.file = file;
    }

    @Override
    public String form() {
      return "events";
    }

    @Override
    public boolean isTimed() {
      return false;
    }

    @Override
    public Instant startedAt() {
      return Instant.EPOCH;
    }

    @Override
    public @Nullable TimedEvent next() throws IOException {
      while (!ended) {
        Line line = take();
        if (line == null) {
          ended = true;
          return null;
        }
        StreamEvent event = line.event();
        if (event == null) {
          damage.add(line.wrong());
          continue;
        }
        if (file != null && !file.equals(line.file())) {
          waiting = line;
          ended = true;
          return null;
        }
        ended = event instanceof ResponseEnd;
        return new TimedEvent(event, 0);
      }
      return null;
    }

    @Override
    public Optional<String> damage() {
      return damage.words();
    }
  }
}
