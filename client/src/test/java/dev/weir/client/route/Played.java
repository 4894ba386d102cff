package dev.weir.client.route;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Timers;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMeter;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one call of a provider does, as a call tells it.
 *
 * @param fails with what it fails, instead of content or after it; absent if it does not
 * @param before how long the first content
 * @param text what is said, given what was asked
 * @param end how it ends by itself
 */
record Played(
    @Nullable ProviderError fails,
    @Nullable Duration before,
    Function<Request, List<String>> text,
    Map<String, String> headers,
    Verdict end,
    boolean refusesPrefill,
    int garbageAt) {

  static final List<String> WORDS = words();
  static final String ANSWER = String.join("", WORDS);
  static final Duration PACE = Duration.ofMillis(20);

  private static List<String> words() {
    List<String> words = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      words.add((i == 1 ? "" : " ") + "word" + i);
    }
    return List.copyOf(words);
  }

  static Played whole() {
    return saying(request -> WORDS);
  }

  static Played saying(Function<Request, List<String>> text) {
    return new Played(
        null, Duration.ofMillis(50), text, Map.of(), Verdict.COMPLETE, false, Integer.MAX_VALUE);
  }

  /** Goes on with a beginning that stands last in the request; else says all. */
  static Played takingPrefill() {
    return saying(request -> {
      String beginning = beginning(request);
      return ANSWER.startsWith(beginning) ? split(ANSWER.substring(beginning.length())) : WORDS;
    });
  }

  static String beginning(Request request) {
    return request.messages().getLast() instanceof Message.Assistant said ? said.text() : "";
  }

  static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    for (int at = 0; at < text.length(); at += 5) {
      parts.add(text.substring(at, Math.min(text.length(), at + 5)));
    }
    return parts;
  }

  static Played status(int status, String code, @Nullable Duration retryAfter) {
    boolean isRetryable = status == 429 || status >= 500;
    return whole()
        .failing(
            new ProviderError(
                StreamFault.Kind.PROVIDER_ERROR,
                status,
                code,
                "Failed as asked",
                isRetryable,
                retryAfter,
                null))
        .after(0);
  }

  static Played reset() {
    return whole().failing(connection("connection_failed")).after(0);
  }

  static Played cutAfter(int words) {
    return whole().failing(connection("connection_broken")).after(words);
  }

  static Played silentAfter(int words) {
    return whole().failing(connection("dead")).after(words);
  }

  static Played silent() {
    return new Played(
        null, null, request -> WORDS, Map.of(), Verdict.COMPLETE, false, Integer.MAX_VALUE);
  }

  Played lateBy(Duration time) {
    return new Played(fails, time, text, headers, end, refusesPrefill, garbageAt);
  }

  Played failing(ProviderError error) {
    return new Played(error, before, text, headers, end, refusesPrefill, garbageAt);
  }

  Played after(int words) {
    return new Played(
        fails,
        before,
        request -> text.apply(request).subList(0, Math.min(words, text.apply(request).size())),
        headers,
        end,
        refusesPrefill,
        garbageAt);
  }

  Played withHeaders(Map<String, String> wanted) {
    return new Played(fails, before, text, wanted, end, refusesPrefill, garbageAt);
  }

  Played refusingPrefill() {
    return new Played(fails, before, text, headers, end, true, garbageAt);
  }

  Played withGarbageAt(int word) {
    return new Played(fails, before, text, headers, end, refusesPrefill, word);
  }

  static ProviderError connection(String code) {
    return new ProviderError(StreamFault.Kind.CONNECTION, null, code, "It broke", true, null, null);
  }

  StreamCall play(
      Request request,
      String provider,
      CallOptions options,
      Timers timers,
      CallSink sink,
      Runnable over) {
    var play = new Play(request, provider, timers, sink, over);
    play.start(options);
    return play;
  }

  private final class Play implements StreamCall {
    private final Request request;
    private final String provider;
    private final Timers timers;
    private final CallSink sink;
    private final Runnable over;
    private final BlockId block = new BlockId(0, 0);
    private boolean isOpen;
    private boolean isOver;

    Play(Request request, String provider, Timers timers, CallSink sink, Runnable over) {
      this.request = request;
      this.provider = provider;
      this.timers = timers;
      this.sink = sink;
      this.over = over;
    }

    void start(CallOptions options) {
      Duration first = before;
      if (refusesPrefill && !beginning(request).isEmpty()) {
        var refused = status(400, "invalid_request_error", null).fails;
        timers.after(Duration.ofMillis(5), () -> fail(refused));
        return;
      }
      if (first == null) {
        return;
      }
      timers.after(
          Duration.ofMillis(5),
          () -> {
            if (fails == null || !said().isEmpty()) {
              sink.accept(new CallEvent.Headers(200, headers, null, 0));
              say(new StreamEvent.ResponseStart("id-" + provider, request.modelName()));
            }
          });
      Duration at = first;
      List<String> said = said();
      for (int i = 0; i < said.size(); i++) {
        String word = said.get(i);
        boolean isGarbage = i == garbageAt;
        timers.after(at, () -> word(word, isGarbage));
        at = at.plus(PACE);
      }
      boolean isSilence = fails != null && fails.code().equals("dead");
      timers.after(
          isSilence ? at.plus(options.dead()) : at,
          () -> {
            if (fails != null) {
              fail(fails);
            } else {
              whole(said);
            }
          });
    }

    private List<String> said() {
      return text.apply(request);
    }

    private void word(String word, boolean isGarbage) {
      if (isOver) {
        return;
      }
      if (isGarbage) {
        say(
            new StreamEvent.Fault(
                new StreamFault(StreamFault.Kind.MALFORMED, null, "A frame is not JSON")));
        return;
      }
      if (!isOpen) {
        isOpen = true;
        say(new StreamEvent.BlockStart(block, BlockKind.TEXT, null, null, false, Map.of()));
      }
      say(new StreamEvent.BlockDelta(block, word));
    }

    private void whole(List<String> said) {
      if (isOver) {
        return;
      }
      if (isOpen) {
        say(new StreamEvent.BlockEnd(block, true, null, null, null, null));
      }
      say(new StreamEvent.OutputEnd(0, FinishReason.STOP, "stop"));
      end(end, "stop", new Usage(7L, (long) said.size(), null, null, null));
    }

    private void fail(@Nullable ProviderError error) {
      if (isOver || error == null) {
        return;
      }
      sink.accept(new CallEvent.Problem(error, null, 0));
      if (!isOpen && error.status() != null) {
        say(new StreamEvent.ResponseStart(null, null));
      }
      say(new StreamEvent.Fault(new StreamFault(error.kind(), error.code(), error.message())));
      cutBlock();
      end(error.code().equals("dead") ? Verdict.STALLED : Verdict.FAILED, error.code(), null);
    }

    private void cutBlock() {
      if (isOpen) {
        isOpen = false;
        say(new StreamEvent.BlockEnd(block, false, null, null, null, null));
      }
    }

    private void say(StreamEvent event) {
      if (!isOver) {
        sink.accept(new CallEvent.Streamed(event, 0));
      }
    }

    private void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
      isOver = true;
      over.run();
      var metrics = new StreamMeter(/* timed= */ false).metrics();
      sink.accept(
          new CallEvent.Measured(
              metrics.withEnd(verdict, word), new StreamEnding.Cut(verdict, word), 0));
      sink.accept(new CallEvent.Streamed(new StreamEvent.ResponseEnd(verdict, word, usage), 0));
    }

    @Override
    public void cancel() {
      if (!isOver) {
        cutBlock();
        end(Verdict.CANCELLED, null, null);
      }
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}
  }
}
