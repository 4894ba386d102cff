package dev.weir.cli.tap;

import dev.weir.cli.input.Capture;
import dev.weir.cli.input.CapturedExchange;
import dev.weir.cli.input.Captures;
import dev.weir.cli.input.Damage;
import dev.weir.cli.input.HttpBody;
import dev.weir.cli.input.HttpHead;
import dev.weir.cli.input.LiveAnswer;
import dev.weir.cli.input.NotAStreamException;
import dev.weir.cli.input.Slice;
import dev.weir.cli.input.Slices;
import dev.weir.codec.Bytes;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamDoctor;
import dev.weir.event.StreamDoctor.Finding;
import dev.weir.event.StreamDoctor.Weight;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one answer while it passes: whatever is asked for here has already been passed on.
 *
 * <p>Complaints are printed as they are found, everything else in one line at the end. Belongs to
 * one thread; {@link #quietNanos} may be asked by another.
 */
final class Watch {
  private static final int FIRST_ERROR_STATUS = 400;
  private static final int MAX_SHOWN = 200;

  private final PassedRequest asked;
  private final HttpHead head;
  private final TapPrinter printer;
  private final @Nullable TapRecord record;
  private final Damage damage = new Damage();
  private final StreamDoctor doctor = new StreamDoctor();
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final Set<Finding> said = new HashSet<>();
  private @Nullable String form;
  private @Nullable String other;
  private long events;
  private long bytes;
  private long firstByteMicros = -1;
  private long lastMicros = -1;
  private final TappedConnection connection;
  private HttpBody body = HttpBody.none();
  private boolean isClientGone;

  Watch(
      PassedRequest asked,
      HttpHead head,
      TapPrinter printer,
      @Nullable TapRecord record,
      TappedConnection connection) {
    this.connection = connection;
    this.asked = asked;
    this.head = head;
    this.printer = printer;
    this.record = record;
  }

  PassedRequest asked() {
    return asked;
  }

  /** Takes what is wrong with the connection. */
  Damage damage() {
    return damage;
  }

  /** For how long nothing has come. */
  long quietNanos() {
    return System.nanoTime() - Math.max(connection.lastByteNanos(), asked.nanos());
  }

  /** Looks on until the answer has ended. */
  void look(HttpBody answered) throws IOException {
    body = answered;
    if (record != null) {
      record.begin(head);
    }
    var slices = new Slices(() -> seen(body.next()));
    try {
      Captures captures =
          LiveAnswer.open(exchange(slices), asked.head().dialect(), this::micros, damage);
      for (Capture c = captures.next(); c != null; c = captures.next()) {
        capture(c);
      }
    } catch (ClientGoneException gone) {
      isClientGone = true;
      throw gone;
    } catch (ServerBrokeException broken) {
      brokenBy(broken);
      throw broken;
    } catch (NotAStreamException notAStream) {
      other = notAStream.getMessage();
    } catch (IOException | RuntimeException unreadable) {
      // What cannot be read has been passed on nevertheless.
      damage.add("it could not be read any further: " + unreadable);
    } finally {
      end(slices);
    }
  }

  /** A stream reports this itself. */
  private void brokenBy(ServerBrokeException broken) {
    if (form == null) {
      damage.add("the connection broke: " + broken.getMessage());
    }
  }

  private CapturedExchange exchange(Slices slices) {
    return new CapturedExchange(
        asked.number(),
        asked.request(),
        asked.secrets(),
        head.status(),
        head.contentType(),
        asked.at(),
        List.of(new Reached(micros(), Milestone.HEADERS)),
        /* timed= */ true,
        slices);
  }

  /** Microseconds since the request came. */
  private long micros() {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - asked.nanos());
  }

  /** Whether the client has left before its answer was whole. */
  private boolean isLeft() {
    return isClientGone || (connection.isLeftByClient() && !body.isComplete());
  }

  private @Nullable Slice seen(@Nullable Slice slice) {
    if (slice == null) {
      return null;
    }
    long at = slice.atMicros() - TimeUnit.NANOSECONDS.toMicros(asked.nanos());
    lastMicros = at;
    firstByteMicros = firstByteMicros < 0 ? at : firstByteMicros;
    Bytes came = slice.bytes();
    bytes += came.length();
    if (record != null) {
      record.came(came.toArray());
    }
    return new Slice(came, at);
  }

  private void capture(Capture capture) throws IOException {
    switch (capture) {
      case Capture.Bytes stream -> stream(stream.entries());
      case Capture.Events own -> {
        form = own.told().form();
        for (var next = own.told().next(); next != null; next = own.told().next()) {
          event(next.event());
        }
        own.told().damage().ifPresent(damage::add);
      }
      case Capture.Measured measured -> form = "metrics";
    }
  }

  private void stream(Entries entries) throws IOException {
    var header = entries.header();
    form = header.dialect().word();
    if (record != null) {
      record.stream(header);
    }
    var decoder = new MeteredDecoder(header.dialect(), header.options(), header.timed());
    try {
      for (Entry entry = entries.next(); entry != null; entry = entries.next()) {
        long at = entry.atMicros();
        switch (entry) {
          case Entry.Reached reached -> {}
          case Entry.Arrived arrived -> {
            if (record != null) {
              record.arrived(arrived.bytes().toSlice(), at);
            }
            decoder.feed(arrived.bytes().toSlice(), at, this::event);
          }
          case Entry.Ended ended ->
              end(
                  decoder,
                  isLeft() ? new StreamEnding.Cut(Verdict.CANCELLED, null) : ended.ending());
        }
      }
    } catch (ClientGoneException gone) {
      end(decoder, new StreamEnding.Cut(Verdict.CANCELLED, null));
      throw gone;
    } catch (ServerBrokeException broken) {
      var fault =
          new StreamFault(
              StreamFault.Kind.CONNECTION, null, "the server's end broke: " + broken.getMessage());
      end(
          decoder,
          isLeft()
              ? new StreamEnding.Cut(Verdict.CANCELLED, null)
              : new StreamEnding.Broken(fault));
      throw broken;
    } finally {
      doctor.lateFrames(decoder.lateFrames());
    }
  }

  private void end(MeteredDecoder decoder, StreamEnding ending) {
    long at = micros();
    if (record != null) {
      record.ended(ending, at);
    }
    decoder.end(ending, at, this::event);
  }

  private void event(StreamEvent event) {
    events++;
    doctor.accept(event);
    assembler.accept(event);
    if (event instanceof StreamEvent.Fault || event instanceof StreamEvent.SequenceGap) {
      for (Finding finding : doctor.findingsSoFar()) {
        if (finding.weight() == Weight.COMPLAINT && said.add(once(finding))) {
          printer.meanwhile(asked.number(), "✗ " + finding.words());
        }
      }
    }
  }

  private static Finding once(Finding finding) {
    return new Finding(finding.weight(), finding.words(), 1);
  }

  /** Looks at the rest, which nobody has asked for, and reports what was seen. */
  private void end(Slices slices) throws IOException {
    try {
      while (!isClientGone && slices.next() != null) {
        // It has been passed on.
      }
    } catch (ClientGoneException gone) {
      isClientGone = true;
      throw gone;
    } catch (ServerBrokeException broken) {
      brokenBy(broken);
      throw broken;
    } finally {
      if (record != null) {
        record.close();
      }
      report();
    }
  }

  private void report() {
    List<String> lines = new ArrayList<>();
    boolean isStream = form != null;
    boolean isWrong = head.status() >= FIRST_ERROR_STATUS || isLeft();
    if (isLeft()) {
      lines.add("· the client went away");
    }
    if (isStream) {
      for (Finding finding : doctor.findings()) {
        boolean isComplaint = finding.weight() == Weight.COMPLAINT;
        isWrong |= isComplaint;
        if (!said.contains(once(finding))) {
          lines.add((isComplaint ? "✗ " : "· ") + finding.words());
        }
      }
    } else if (other != null && bytes > 0 && head.status() >= FIRST_ERROR_STATUS) {
      lines.add("✗ " + other.substring(0, Math.min(other.length(), MAX_SHOWN)));
    }
    String broken = damage.words().orElse(null);
    if (broken != null) {
      isWrong = true;
      lines.add("✗ " + broken);
    }
    printer.exchange(isWrong ? "✗" : isStream ? "✓" : "·", asked, summary(), lines);
  }

  private String summary() {
    long total = lastMicros < 0 ? micros() : lastMicros;
    String first =
        firstByteMicros < 0 ? "no byte" : "first byte " + TapPrinter.time(firstByteMicros);
    if (form == null) {
      String type = head.contentType().isEmpty() ? "" : " " + head.contentType();
      return "%d%s, %,d bytes, %s, total %s"
          .formatted(head.status(), type, bytes, first, TapPrinter.time(total));
    }
    var response = assembler.response();
    String model = response.modelName() == null ? "" : ", " + response.modelName();
    return "%d %s%s, %s, total %s, %,d events, %s"
        .formatted(
            head.status(),
            form,
            model,
            first,
            TapPrinter.time(total),
            events,
            response.verdict() == null ? "no end" : response.verdict());
  }
}
