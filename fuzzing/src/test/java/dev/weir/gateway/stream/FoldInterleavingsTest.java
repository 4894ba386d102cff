package dev.weir.gateway.stream;

import static dev.weir.fuzzing.Schedules.check;
import static dev.weir.fuzzing.Schedules.require;
import static dev.weir.fuzzing.Schedules.together;

import dev.weir.client.call.Serial;
import dev.weir.codec.GrowingBytes;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.stream.LiveFold.Arrival;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What no schedule of threads may break in a fold that many read: it is made while the stream runs,
 * its beginning is folded on another thread, and arrivals wait for that.
 */
class FoldInterleavingsTest {
  private static final Format FORMAT = new EventsFormat();
  private static final StreamDescription ABOUT =
      new StreamDescription(
          "s",
          "owner",
          "acme",
          "m",
          null,
          Instant.EPOCH,
          "",
          null,
          Json.Null.NULL,
          /* tellsUsage= */ false);
  private static final List<StreamEvent> EVENTS =
      List.of(
          new ResponseStart("r", "m"),
          new BlockDelta(new BlockId(0, 0), "a"),
          new ResponseEnd(Verdict.COMPLETE, "stop", null));
  private static final String WHOLE = frames(EVENTS);

  private static String frames(List<StreamEvent> events) {
    var text = new FrameText(FORMAT.form(), /* after= */ 0);
    Fold fold = FORMAT.fold(ABOUT, text);
    events.forEach(event -> fold.accept(event, /* atMillis= */ 1));
    return text.batch(/* hasContent= */ true).frames().toString();
  }

  /** A live stream and one who joins it, on a loop as the gateway's is: one task at a time. */
  private static final class Live implements LiveFold.Reader {
    private final Serial loop;
    private final GrowingBytes room = new GrowingBytes(64);
    private final List<LiveFold> folds = new ArrayList<>();
    private final StringBuilder read = new StringBuilder();
    private final List<Thread> started = new ArrayList<>();
    private int delivered;

    Live(Serial loop) {
      this.loop = loop;
    }

    void arrive(int number) {
      delivered = number + 1;
      for (LiveFold fold : folds) {
        var unused =
            fold.deliver(new Arrival(number, List.of(EVENTS.get(number)), /* atMillis= */ 1, 0));
      }
    }

    void join() {
      int position = delivered;
      var fold = new LiveFold(ABOUT, FORMAT, room, /* isReady= */ position == 0);
      folds.add(fold);
      fold.add(this, position);
      read.append(frames(EVENTS.subList(0, position)));
      if (position > 0) {
        var beginning =
            new Thread(() -> {
              EVENTS.subList(0, position).forEach(event -> fold.begin(event, /* atMillis= */ 1));
              loop.run(fold::ready);
            });
        started.add(beginning);
        beginning.start();
      }
    }

    @Override
    public boolean live(Batch batch) {
      read.append(batch.frames());
      return true;
    }

    @Override
    public void drop() {
      throw new IllegalStateException("dropped");
    }
  }

  @Test
  void whoJoinsAtAnyMomentGetsEveryFrameOnceAndInOrder() {
    check(() -> {
      List<Throwable> broken = new ArrayList<>();
      var loop = new Serial(broken::add);
      var stream = new Live(loop);
      together(
          () -> {
            for (int i = 0; i < EVENTS.size(); i++) {
              int number = i;
              loop.run(() -> stream.arrive(number));
            }
          },
          () -> loop.run(stream::join));
      for (Thread beginning : stream.started) {
        beginning.join();
      }
      require(broken.isEmpty(), "a task threw");
      require(stream.read.toString().equals(WHOLE), "frames are missing, or came twice");
    });
  }
}
