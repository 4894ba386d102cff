package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages between nodes make things fast, and nothing else. */
@Timeout(60)
class LostMessagesTest {
  private @TempDir Path folder;

  /** A way to the engine on which some of the messages get lost. */
  private static Engine losing(Engine engine, boolean losesAll) {
    return (loop, listener) ->
        engine.connect(
            loop,
            new Engine.Listener() {
              private int heard;

              @Override
              public void message(String channel, byte[] payload) {
                heard++;
                if (!losesAll && heard % 3 != 0) {
                  listener.message(channel, payload);
                  if (heard % 2 == 0) {
                    listener.message(channel, payload);
                  }
                }
              }

              @Override
              public void lost() {
                listener.lost();
              }
            });
  }

  @Test
  void whenAllMessagesAreLostEverythingStillArrives() throws Exception {
    everythingArrives(/* losesAll= */ true);
  }

  @Test
  void whenSomeAreLostAndSomeComeTwiceEveryEventArrivesOnceAndInOrder() throws Exception {
    everythingArrives(/* losesAll= */ false);
  }

  private void everythingArrives(boolean losesAll) throws Exception {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    try (var engine = EngineProcess.start(folder);
        StreamLog writer = RedisPlace.parse(engine.url()).open();
        StreamLog reader = open(engine, losesAll)) {
      writer.begin("a", "alice", "").get();
      var seen = new Seen();
      reader.follow("a", 0, seen);
      List<StreamEvent> said = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        StreamEvent event = new BlockDelta(new BlockId(0, 0), "event " + i);
        said.add(event);
        writer.append(new Addition("a", i, 1000 + i, List.of(event))).get();
        if (i == 150) {
          seen.half.await();
        }
      }
      writer.end("a", 300, "COMPLETE").get();

      assertThat(seen.done.get(20, TimeUnit.SECONDS)).isEqualTo(said);
    }
  }

  private static StreamLog open(EngineProcess engine, boolean losesAll) throws IOException {
    RedisPlace place = RedisPlace.parse(engine.url());
    return place.open(losing(new VertxEngine(place), losesAll));
  }

  private static final class Seen implements StreamLog.Follower {
    final CompletableFuture<List<StreamEvent>> done = new CompletableFuture<>();
    final CountDownLatch half = new CountDownLatch(150);
    private final List<StreamEvent> events = new ArrayList<>();

    @Override
    public void event(long position, StreamEvent event, long atMillis) {
      assertThat(position).isEqualTo(events.size());
      events.add(event);
      half.countDown();
    }

    @Override
    public void done(@Nullable IOException problem) {
      if (problem == null) {
        done.complete(events);
      } else {
        done.completeExceptionally(problem);
      }
    }
  }
}
