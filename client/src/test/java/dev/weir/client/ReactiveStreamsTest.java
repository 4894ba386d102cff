package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.Verdict;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.SkipException;

/** The rules of Reactive Streams, as their own test kit checks them. */
class ReactiveStreamsTest {

  @TestFactory
  Stream<DynamicTest> aPublisherOfEventsKeepsTheRules() {
    return Arrays.stream(EventPublisherVerification.class.getMethods())
        .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
        .sorted(Comparator.comparing(Method::getName))
        .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method)));
  }

  /** TestNG's tests, one by one, as tests of JUnit. */
  private static void run(Method rule) throws Throwable {
    var verification = new EventPublisherVerification();
    verification.setUp();
    try {
      rule.invoke(verification);
    } catch (InvocationTargetException thrown) {
      // A rule that could be checked and is not would go unnoticed.
      if (thrown.getCause() instanceof SkipException skipped
          && rule.getName().startsWith("untested_")) {
        Assumptions.abort(String.valueOf(skipped.getMessage()));
      }
      throw thrown.getCause();
    }
  }

  /** Which publishers are checked. */
  public static final class EventPublisherVerification
      extends FlowPublisherVerification<StreamEvent> {
    public EventPublisherVerification() {
      // Whoever waits for an event waits long; how long nothing may come is waited in full, many
      // times.
      super(
          new TestEnvironment(
              /* defaultTimeoutMillis= */ 5_000, /* defaultNoSignalsTimeoutMillis= */ 100));
    }

    @Override
    public Flow.Publisher<StreamEvent> createFlowPublisher(long events) {
      // A response has at least its end.
      return Weir.of(new Counted(Math.max(1, events))).publish(Request.of("?"));
    }

    @Override
    public Flow.Publisher<StreamEvent> createFailedFlowPublisher() {
      return Weir.of(new Counted(/* events= */ -1)).publish(Request.of("?"));
    }

    @Override
    public long maxElementsFromPublisher() {
      return Integer.MAX_VALUE;
    }
  }

  /** Says so many events; refuses to be asked if there are less than none. */
  private record Counted(long events) implements Upstream {

    @Override
    public String name() {
      return "counted";
    }

    @Override
    public @Nullable Dialect dialect() {
      return null;
    }

    @Override
    public StreamCall open(Request request, CallSink sink) {
      if (events < 0) {
        throw new IllegalArgumentException("It cannot be asked");
      }
      var call = new Saying();
      Thread.ofVirtual().start(() -> say(sink, call));
      return call;
    }

    private void say(CallSink sink, Saying call) {
      for (long i = 1; i < events && !call.isCancelled; i++) {
        sink.accept(new CallEvent.Streamed(new ResponseProgress("going", null, null), i));
      }
      sink.accept(new CallEvent.Streamed(new ResponseEnd(Verdict.COMPLETE, null, null), events));
    }
  }

  private static final class Saying implements StreamCall {
    private volatile boolean isCancelled;

    @Override
    public void cancel() {
      isCancelled = true;
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}
  }
}
