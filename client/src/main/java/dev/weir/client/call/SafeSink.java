package dev.weir.client.call;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.StreamMeter;
import dev.weir.event.Verdict;
import dev.weir.event.number.ByNumber;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Guards a call against a consumer that throws, so that nobody is left waiting: whatever it threw,
 * its call is cancelled, and the consumer hears only the end, with the verdict CANCELLED and the
 * word {@value #CONSUMER_FAILED}. What it heard keeps the grammar: blocks that it saw begin are
 * ended first, as cut. Used by one thread at a time.
 */
public final class SafeSink implements CallSink {
  public static final String CONSUMER_FAILED = "consumer_failed";

  private static final String BROKE_DOWN = "call_failed";
  private static final Logger LOG = System.getLogger(SafeSink.class.getName());

  private final CallSink consumer;
  private final String name;
  private final Runnable cancel;
  private final ByNumber<BlockId> open = new ByNumber<>(BlockId::block);
  private boolean isStarted;
  private boolean hasFailed;
  private boolean isOver;

  /**
   * @param name whose events the consumer takes, for the log
   * @param cancel cancels the call; its end is still expected here
   */
  public SafeSink(CallSink consumer, String name, Runnable cancel) {
    this.consumer = consumer;
    this.name = name;
    this.cancel = cancel;
  }

  @Override
  public void accept(CallEvent event) {
    if (isOver) {
      return;
    }
    if (hasFailed) {
      end(event);
      return;
    }
    if (event instanceof CallEvent.Streamed streamed) {
      follow(streamed.event());
    }
    try {
      consumer.accept(event);
    } catch (Throwable thrown) { // A consumer is foreign code.
      hasFailed = true;
      LOG.log(Level.ERROR, "A consumer of " + name + " threw; its call is cancelled", thrown);
      cancel.run();
    }
  }

  private void follow(StreamEvent event) {
    switch (event) {
      case BlockStart start -> open.put(start.block());
      case BlockEnd end -> open.remove(end.block().block());
      case ResponseStart start -> isStarted = true;
      case ResponseEnd end -> isOver = true;
      case ResponseProgress passing -> {}
      case BlockDelta passing -> {}
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case UsageUpdate passing -> {}
      case SequenceGap passing -> {}
      case BlockRepair passing -> {}
      case UnrepairedGap passing -> {}
      case FailedTry passing -> {}
      case Seam passing -> {}
      case OutputEnd passing -> {}
      case Unrecognized passing -> {}
      case Fault passing -> {}
      case PassStart passing -> {}
      case PassEnd passing -> {}
    }
  }

  /** The call itself broke down, and will not report its end. */
  void breakDown(long atMicros) {
    if (!isOver) {
      if (!isStarted) {
        pass(new CallEvent.Streamed(new ResponseStart(null, null), atMicros));
      }
      cutBlocks(atMicros);
      var nothing = new StreamMeter(/* timed= */ false).metrics();
      pass(
          new CallEvent.Measured(
              nothing.withEnd(Verdict.FAILED, BROKE_DOWN),
              new StreamEnding.Cut(Verdict.FAILED, BROKE_DOWN),
              atMicros));
      pass(new CallEvent.Streamed(new ResponseEnd(Verdict.FAILED, BROKE_DOWN, null), atMicros));
      isOver = true;
    }
  }

  /** Passes on what belongs to the end. */
  private void end(CallEvent event) {
    if (event instanceof CallEvent.Measured measured) {
      cutBlocks(event.atMicros());
      pass(
          new CallEvent.Measured(
              measured.metrics().withEnd(Verdict.CANCELLED, CONSUMER_FAILED),
              new StreamEnding.Cut(Verdict.CANCELLED, CONSUMER_FAILED),
              event.atMicros()));
    } else if (event instanceof CallEvent.Streamed streamed) {
      if (streamed.event() instanceof ResponseStart && !isStarted) {
        isStarted = true;
        pass(streamed);
      } else if (streamed.event() instanceof ResponseEnd end) {
        cutBlocks(event.atMicros());
        var cancelled = new ResponseEnd(Verdict.CANCELLED, CONSUMER_FAILED, end.usage());
        pass(new CallEvent.Streamed(cancelled, event.atMicros()));
        isOver = true;
      }
    }
  }

  private void cutBlocks(long atMicros) {
    for (BlockId block : open.values()) {
      var cut = new BlockEnd(block, /* complete= */ false, null, null, null, null);
      pass(new CallEvent.Streamed(cut, atMicros));
    }
    open.clear();
  }

  private void pass(CallEvent event) {
    try {
      consumer.accept(event);
    } catch (Throwable again) { // Its first failure was logged already.
      LOG.log(Level.DEBUG, "A consumer of " + name + " threw again", again);
    }
  }
}
