package dev.weir.springboot;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.HalfAnswers;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.vercel.UiMessageStream;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import java.util.Map;
import java.util.function.Consumer;

/** How a front end reads a stream. */
public enum StreamFormat {

  /** Thinking, status, tools, text, and one end whatever happens. */
  LIFECYCLE {
    @Override
    Fold fold(String stream, Consumer<? super Frame> out) {
      var encoder = LifecycleEncoder.toFrames(LifecycleOptions.DEFAULT, out);
      return (event, atMillis) -> {
        encoder.accept(event, atMillis);
        if (event instanceof ResponseEnd) {
          encoder.end(atMillis);
        }
      };
    }
  },

  /** The UI message stream of {@code useChat} in {@code ai}. */
  UI_MESSAGES {
    private static final FrontEnd FRONT_END = new UiMessageStream();

    @Override
    Map<String, String> headers() {
      return FRONT_END.headers();
    }

    @Override
    Fold fold(String stream, Consumer<? super Frame> out) {
      Consumer<StreamEvent> encoder =
          FRONT_END.encoder(new AnswerPlace(stream, stream, stream), out);
      return (event, atMillis) -> {
        if (event instanceof ResponseEnd end && isHalf(end.verdict())) {
          encoder.accept(new Fault(HalfAnswers.fault(end.verdict(), end.word())));
        }
        encoder.accept(event);
      };
    }

    // Where it failed, a fault has come already.
    private static boolean isHalf(Verdict verdict) {
      return !verdict.isNatural() && verdict != Verdict.FAILED;
    }
  };

  /**
   * Turns a stream's events into frames. It knows nothing but the events and their times, so
   * whoever folds the same stream gets the same frames with the same ids.
   */
  @FunctionalInterface
  interface Fold {
    /** Takes the next event, from the first one on. */
    void accept(StreamEvent event, long atMillis);
  }

  /** What the http response says besides. */
  Map<String, String> headers() {
    return Map.of();
  }

  abstract Fold fold(String stream, Consumer<? super Frame> out);
}
