package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.weir.cli.input.TraceReader.Happening;
import dev.weir.cli.input.TraceReader.Kind;
import dev.weir.codec.Bytes;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader.Request;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code curl --trace} wrote: every byte that was sent and received, with times if {@code
 * --trace-time} was given too. Requests of one connection follow each other.
 */
final class TraceExchanges implements Exchanges {
  private final TraceReader reader;
  private final Damage damage;
  private final StringBuilder asked = new StringBuilder();
  private @Nullable Happening waiting;
  private final List<Reached> milestones = new ArrayList<>();
  private int number;

  /** When this exchange began, from which its times count; negative before that. */
  private long begun = -1;

  TraceExchanges(Slices slices, Damage damage) {
    this.reader = new TraceReader(slices);
    this.damage = damage;
  }

  @Override
  public String name() {
    return "a curl trace";
  }

  @Override
  public boolean areLive() {
    return false;
  }

  @Override
  public boolean areSeveral() {
    return false;
  }

  @Override
  public @Nullable CapturedExchange next() throws IOException {
    while (number > 0 && body() != null) {
      // Nobody asked for the rest of the one before.
    }
    begun = -1;
    HttpHead head = head();
    if (head == null) {
      return null;
    }
    String sent = asked.toString();
    asked.setLength(0);
    List<Reached> reached = List.copyOf(milestones);
    milestones.clear();
    var bytes = new Slices(this::body);
    number++;
    return new CapturedExchange(
        number,
        request(sent),
        secrets(sent),
        head.status(),
        head.contentType(),
        reader.instant(Math.max(begun, 0)),
        reached,
        reader.isTimed(),
        new Slices(HttpBody.captured(bytes, head, damage)));
  }

  /** The head of the next answer that is not followed by another; null if there is none. */
  private @Nullable HttpHead head() throws IOException {
    var text = new StringBuilder();
    for (Happening next = take(); next != null; next = take()) {
      begun = begun < 0 ? next.atMicros() : begun;
      switch (next.kind()) {
        case CONNECTED -> reached(Milestone.CONNECTED, next);
        case SENT_HEADER -> asked.append(text(next.bytes()));
        case RECEIVED_HEADER -> {
          String line = text(next.bytes());
          if (line.startsWith("HTTP/")) {
            text.setLength(0);
          }
          text.append(line);
          HttpHead head = line.isBlank() ? HttpHead.parse(text.toString()) : null;
          if (head != null && !head.isInterim()) {
            reached(Milestone.HEADERS, next);
            return head;
          }
        }
        case SENT_DATA, RECEIVED_DATA, OTHER -> {}
      }
    }
    return text.isEmpty() ? null : HttpHead.parse(text.toString());
  }

  private void reached(Milestone milestone, Happening at) {
    if (reader.isTimed()) {
      milestones.add(new Reached(at.atMicros() - begun, milestone));
    }
  }

  /** The next bytes of this answer's body; null where the next answer or request begins. */
  private @Nullable Slice body() throws IOException {
    for (Happening next = take(); next != null; next = take()) {
      if (next.kind() == Kind.RECEIVED_DATA) {
        return new Slice(next.bytes(), next.atMicros() - Math.max(begun, 0));
      }
      boolean isNext =
          next.kind() == Kind.SENT_HEADER
              || next.kind() == Kind.CONNECTED
              || (next.kind() == Kind.RECEIVED_HEADER && text(next.bytes()).startsWith("HTTP/"));
      if (isNext) {
        waiting = next;
        return null;
      }
    }
    return null;
  }

  private @Nullable Happening take() throws IOException {
    Happening next = waiting;
    waiting = null;
    return next == null ? reader.next() : next;
  }

  private static String text(Bytes bytes) {
    return new String(bytes.array(), bytes.from(), bytes.length(), ISO_8859_1);
  }

  private static @Nullable Request request(String sent) {
    String[] first = firstLine(sent);
    return first.length < 2 ? null : new Request(first[0], url(sent), headers(sent));
  }

  private static Secrets secrets(String sent) {
    return firstLine(sent).length < 2 ? Secrets.NONE : Secrets.inRequest(url(sent), headers(sent));
  }

  private static String[] firstLine(String sent) {
    return sent.lines().findFirst().orElse("").split(" ", -1);
  }

  private static String url(String sent) {
    String path = firstLine(sent)[1];
    String host = headers(sent).get("host");
    return path.startsWith("/") && host != null ? "//" + host + path : path;
  }

  private static Map<String, String> headers(String sent) {
    return new LinkedHashMap<>(HttpHead.parse(sent).headers());
  }
}
