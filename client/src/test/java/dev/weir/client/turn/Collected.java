package dev.weir.client.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps what a turn says, and waits for its end. */
public final class Collected implements CallSink {
  public final List<CallEvent> all = new CopyOnWriteArrayList<>();
  public final List<StreamEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private long lastMicros;

  @Override
  public void accept(CallEvent event) {
    assertThat(event.atMicros()).isGreaterThanOrEqualTo(lastMicros);
    lastMicros = event.atMicros();
    all.add(event);
    if (event instanceof CallEvent.Streamed streamed) {
      events.add(streamed.event());
      if (streamed.event() instanceof ResponseEnd) {
        ended.countDown();
      }
    }
  }

  /** All events of a turn that has ended, which keep the grammar. */
  public List<StreamEvent> await() throws InterruptedException {
    assertThat(ended.await(30, TimeUnit.SECONDS)).as("the turn ended").isTrue();
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  public Response response() throws InterruptedException {
    var assembler = new ResponseAssembler();
    await().forEach(assembler::accept);
    return assembler.response();
  }
}
