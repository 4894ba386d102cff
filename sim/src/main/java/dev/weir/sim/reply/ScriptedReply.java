package dev.weir.sim.reply;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptPlayer;
import dev.weir.sim.script.ScriptedAnswer;
import dev.weir.sim.script.TimedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes a script's answer as the bytes of a dialect. */
public final class ScriptedReply {
  /** All answers were made at the same moment, so that the same request gives the same bytes. */
  static final long CREATED_SECONDS = 1_767_225_600;

  private static final EventSource SCRIPT = EventSource.FOREIGN;

  private ScriptedReply() {}

  /** The events that a request gets in a dialect. */
  public static List<TimedEvent> events(
      Script script, ScriptedAnswer answer, Asked asked, Dialect dialect) {
    String id = Names.responseId(dialect, asked.key());
    String model = Objects.requireNonNullElse(script.model(), asked.model());
    List<TimedEvent> events = ScriptPlayer.play(answer, asked, id, model, Names.seal(dialect));
    return dialect == Dialect.OPENAI_RESPONSES
        ? events.stream().map(ScriptedReply::counted).toList()
        : events;
  }

  /** With zeros for the counts that this dialect's clients take for granted. */
  private static TimedEvent counted(TimedEvent event) {
    if (!(event.event() instanceof ResponseEnd end) || end.usage() == null) {
      return event;
    }
    Usage zeros = new Usage(0L, 0L, 0L, 0L, 0L);
    var counted = new ResponseEnd(end.verdict(), end.word(), zeros.updatedBy(end.usage()));
    return new TimedEvent(event.afterMicros(), counted);
  }

  /** Event by event. */
  public static Reply stream(Dialect dialect, List<TimedEvent> events) {
    return Reply.stream(Names.contentType(dialect), slices(dialect, events));
  }

  private static List<Slice> slices(Dialect dialect, List<TimedEvent> events) {
    EncodeOptions options = EncodeOptions.DEFAULT.withCreatedSeconds(CREATED_SECONDS);
    var encoder = new StreamEncoder(dialect, SCRIPT, options);
    var slices = new Pauses();
    for (TimedEvent event : events) {
      slices.pause(event.afterMicros());
      encoder.accept(event.event(), slices::add);
    }
    return slices.list;
  }

  /** As Gemini answers without {@code alt=sse}: a JSON array that grows. */
  public static Reply array(List<TimedEvent> events) {
    EncodeOptions options = EncodeOptions.DEFAULT.withCreatedSeconds(CREATED_SECONDS);
    var encoder = Dialect.GEMINI.encoder(SCRIPT, options);
    var slices = new Pauses();
    for (TimedEvent event : events) {
      slices.pause(event.afterMicros());
      encoder.accept(
          event.event(),
          frame -> {
            String opening = slices.list.isEmpty() ? "[" : ",\r\n";
            slices.add((opening + frame.data()).getBytes(UTF_8));
          });
    }
    slices.add("]".getBytes(UTF_8));
    return Reply.stream("application/json; charset=utf-8", slices.list);
  }

  /** All at once, for a client that asked for no stream; the time is the same. */
  public static Reply whole(Dialect dialect, List<TimedEvent> events) {
    long micros = events.stream().mapToLong(TimedEvent::afterMicros).sum();
    var assembler = new ResponseAssembler();
    events.forEach(event -> assembler.accept(event.event()));
    Response response = assembler.response();
    if (!response.faults().isEmpty()) {
      return ErrorBody.of(dialect, /* status= */ 500, response.faults().getFirst().message());
    }
    Reply reply =
        Reply.json(
            /* status= */ 200, WholeAnswer.json(dialect, response, () -> slices(dialect, events)));
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
