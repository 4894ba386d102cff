package dev.weir.sim.reply;

import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptPlayer;
import dev.weir.sim.script.ScriptedAnswer;
import dev.weir.sim.script.TimedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Writes a script's answer as the bytes of a dialect. */
public final class ScriptedReply {
  /** All answers were made at the same moment, so that the same request gives the same bytes. */
  public static final long CREATED_SECONDS = 1_767_225_600;

  private static final EncodeOptions OPTIONS =
      EncodeOptions.DEFAULT.withCreatedSeconds(CREATED_SECONDS);
  private static final EventSource SCRIPT = EventSource.FOREIGN;

  private ScriptedReply() {}

  /** The events that a request gets from a server. */
  public static List<TimedEvent> events(
      Script script, ScriptedAnswer answer, Asked asked, ServerSide server) {
    String id = server.responseId(asked.key());
    String model = Objects.requireNonNullElse(script.model(), asked.model());
    return ScriptPlayer.play(answer, asked, id, model, server.reasoningCarrier()).stream()
        .map(event -> counted(event, server))
        .toList();
  }

  private static TimedEvent counted(TimedEvent event, ServerSide server) {
    if (!(event.event() instanceof ResponseEnd end) || end.usage() == null) {
      return event;
    }
    var counted = new ResponseEnd(end.verdict(), end.word(), server.fullUsage(end.usage()));
    return new TimedEvent(event.afterMicros(), counted);
  }

  /** Event by event. */
  public static Reply stream(Place place, Encoding encoding, List<TimedEvent> events) {
    StreamForm form = place.endpoint().form();
    var encoder = new StreamEncoder(encoding, form, SCRIPT, OPTIONS);
    var slices = new Pauses();
    if (place.dialect().equals(Dialects.ANTHROPIC)) {
      encoder.accept(new UsageUpdate(read(events)), slices::add);
    }
    for (TimedEvent event : events) {
      slices.pause(event.afterMicros());
      encoder.accept(event.event(), slices::add);
    }
    return Reply.stream(form.contentType(), slices.list);
  }

  /** What was read, which Anthropic tells when it starts to answer. */
  private static Usage read(List<TimedEvent> events) {
    Usage all =
        events.getLast().event() instanceof ResponseEnd end && end.usage() != null
            ? end.usage()
            : Usage.NONE;
    return new Usage(
        all.inputTokens(),
        /* outputTokens= */ null,
        /* reasoningTokens= */ null,
        all.cachedInputTokens(),
        all.cacheWriteTokens());
  }

  /** All at once, for a client that did not ask for a stream; the time is the same. */
  public static Reply whole(Place place, List<TimedEvent> timed) {
    long micros = timed.stream().mapToLong(TimedEvent::afterMicros).sum();
    List<StreamEvent> events = timed.stream().map(TimedEvent::event).toList();
    Optional<StreamEvent.Fault> fault =
        events.stream()
            .filter(StreamEvent.Fault.class::isInstance)
            .map(StreamEvent.Fault.class::cast)
            .findFirst();
    if (fault.isPresent()) {
      return place.error(/* status= */ 500, fault.get().fault().message());
    }
    String whole = place.server().whole(events, SCRIPT, OPTIONS);
    Reply reply =
        Reply.json(/* status= */ 200, place.server().whole(whole, place.endpoint().form()));
    Slice body = reply.slices().getFirst();
    return reply.withSlices(List.of(new Slice(micros, body.bytes(), /* isBare= */ false)));
  }

  /** Gives each pause to the first slice after it. */
  private static final class Pauses {
    final List<Slice> list = new ArrayList<>();
    private long micros;

    void pause(long more) {
      micros += more;
    }

    void add(byte[] bytes) {
      list.add(Slice.of(micros, bytes));
      micros = 0;
    }
  }
}
