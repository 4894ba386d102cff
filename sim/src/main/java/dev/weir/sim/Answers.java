package dev.weir.sim;

import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.request.Attached;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.sim.dialect.SimulatedDialects;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.fault.FaultKind;
import dev.weir.sim.fault.FaultyReply;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.http.Responder;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.ScriptedReply;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptedAnswer;
import dev.weir.sim.script.SixtyWords;
import dev.weir.sim.script.TimedEvent;
import dev.weir.sim.xai.XaiReply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the reply to each request: a script's or a recording's, and what is wrong with it. */
final class Answers implements Responder {
  private static final String FAULT_HEADER = "x-sim-fault";
  private static final String FAULT_QUERY = "sim-fault=";
  private static final boolean HAS_XAI =
      Answers.class.getResource("/dev/weir/xai/XaiDialect.class") != null;

  private final SimulatorOptions options;
  private final SimulatedRequests requests;
  private final FaultCounts counts = new FaultCounts();
  private final FaultTimes times;
  private final KeptAnswers kept = new KeptAnswers();
  private final StoredResponses stored = new StoredResponses();
  private final AtomicInteger replayed = new AtomicInteger();

  Answers(SimulatorOptions options, SimulatedRequests requests) {
    this.options = options;
    this.requests = requests;
    this.times = new FaultTimes(System::nanoTime, options.speed());
  }

  @Override
  public Reply reply(HttpAsk ask) {
    if (ask.header("content-type").startsWith("application/grpc")) {
      return grpc(ask);
    }
    Optional<Reply> known = InfoReplies.of(options.dialects(), ask, models());
    if (known.isPresent()) {
      return known.get();
    }
    if (ask.method().equals("GET")) {
      return noted(ask, kept.rest(ask))
          .or(() -> stored.reply(ask))
          .orElseGet(() -> ask.path().equals("/") ? welcome() : notHere(ask));
    }
    Optional<Reply> counted = TokenCounts.of(options.dialects(), ask);
    if (counted.isPresent() && ask.method().equals("POST")) {
      return counted.get();
    }
    Optional<Reply> cancelled = noted(ask, kept.cancel(ask));
    if (cancelled.isPresent()) {
      return cancelled.get();
    }
    Optional<Place> place = Place.of(options.dialects(), ask.path(), ask.query());
    if (!ask.method().equals("POST") || place.isEmpty()) {
      return notHere(ask);
    }
    try {
      return reply(ask, place.get());
    } catch (JsonException notJson) {
      return place
          .get()
          .error(/* status= */ 400, "The request cannot be read: " + notJson.getMessage());
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return place.get().error(/* status= */ 400, String.valueOf(wrong.getMessage()));
    }
  }

  /** Keeps what was asked about an answer that is kept. */
  private Optional<Reply> noted(HttpAsk ask, Optional<Reply> reply) {
    reply.ifPresent(known -> requests.add(ask, Request.builder().build()));
    return reply;
  }

  private Reply welcome() {
    String paths =
        options.dialects().stream()
            .flatMap(dialect -> SimulatedDialects.server(dialect).stream())
            .map(ServerSide::path)
            .collect(Collectors.joining("\n  "));
    return Reply.body(
        /* status= */ 200,
        "text/plain; charset=utf-8",
        """
        This is weir sim: it speaks like a provider, but there is no model behind it.
        POST to
          %s
        """
            .formatted(paths));
  }

  private static Reply notHere(HttpAsk ask) {
    return PathDialect.error(
        ask,
        /* status= */ 404,
        "Nothing answers %s %s here; GET / lists the paths".formatted(ask.method(), ask.path()));
  }

  private List<String> models() {
    List<String> models = new ArrayList<>();
    models.add(Objects.requireNonNullElse(options.script().model(), "sim-1"));
    Arrays.stream(FaultKind.values())
        .filter(kind -> kind != FaultKind.STATUS)
        .forEach(kind -> models.add("sim-fault-" + kind.word()));
    models.add("sim-sixty");
    models.addAll(List.of("sim-fault-429", "sim-fault-500", "sim-fault-529"));
    return models;
  }

  private Reply reply(HttpAsk ask, Place place) {
    Json json = AskedJson.read(ask);
    ReadRequest read = place.server().read(json, place.endpoint());
    requests.add(ask, read.request());
    Asked asked = Asked.of(read, ask.body().toSlice());
    place.server().checkRequired(json);
    place.server().check(json);
    Attached.check(read.request().messages());
    if (SixtyWords.isFor(asked)) {
      return sixtyWords(ask, asked, json, place);
    }
    Optional<ScriptedAnswer> answer = options.script().answerTo(asked);
    Fault fault = fault(ask, asked, answer.map(ScriptedAnswer::fault).orElse(null));
    Reply good =
        options.recordings().isEmpty()
            ? scripted(options.script(), asked, place, answer)
            : recorded(place);
    keep(place, json, good);
    return fault == null ? good : FaultyReply.of(place, ask.path(), good, fault);
  }

  private Reply sixtyWords(HttpAsk ask, Asked asked, Json body, Place place) {
    Fault fault = fault(ask, asked, /* scripted= */ null);
    Optional<String> refusal = SixtyWords.refusal(asked);
    if (refusal.isPresent()) {
      return place.error(/* status= */ 400, refusal.get());
    }
    Script script = SixtyWords.script(asked);
    Reply good = scripted(script, asked, place, script.answerTo(asked));
    keep(place, body, good);
    return fault == null ? good : FaultyReply.of(place, ask.path(), good, fault);
  }

  private void keep(Place place, Json body, Reply good) {
    kept.keep(place.dialect(), body, good);
    stored.keep(place, body, good);
  }

  /** What speaks protobuf is loaded when it is asked for, if weir-xai is on the class path. */
  private Reply grpc(HttpAsk ask) {
    if (!HAS_XAI) {
      return Reply.body(
          /* status= */ 501,
          "text/plain; charset=utf-8",
          "The simulator speaks gRPC if weir-xai is on the class path; add that dependency");
    }
    if (!ask.path().equals(XaiReply.METHOD)) {
      return XaiReply.unknownMethod(ask.path());
    }
    try {
      Asked asked = XaiReply.read(ask.body());
      requests.add(ask, asked.request());
      boolean isSixty = SixtyWords.isFor(asked);
      if (!isSixty && !options.recordings().isEmpty()) {
        return nextRecording(XaiReply.DIALECT)
            .map(recorded -> XaiReply.of(recorded.slices()))
            .orElseGet(() -> XaiReply.invalid(noRecording(XaiReply.DIALECT)));
      }
      Script script = isSixty ? SixtyWords.script(asked) : options.script();
      Optional<ScriptedAnswer> answer = script.answerTo(asked);
      if (answer.isEmpty()) {
        return XaiReply.invalid("No answer of the script matches this request");
      }
      Fault fault = fault(ask, asked, answer.get().fault());
      Reply good = XaiReply.of(script, answer.get(), asked);
      return fault == null ? good : XaiReply.faulty(good, fault);
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return XaiReply.invalid(String.valueOf(wrong.getMessage()));
    }
  }

  private Reply scripted(Script script, Asked asked, Place place, Optional<ScriptedAnswer> answer) {
    if (answer.isEmpty()) {
      return place.error(
          /* status= */ 400,
          "No answer of the script matches this request: %,d tool results, %d tools offered, model %s"
              .formatted(asked.results().size(), asked.tools().size(), asked.model()));
    }
    Optional<Encoding> encoding = SimulatedDialects.encoding(place.dialect());
    if (asked.isStreamed() && encoding.isEmpty()) {
      return place.error(
          /* status= */ 501,
          "Scripts cannot be streamed in this dialect; do not ask for a stream, or replay a recording");
    }
    List<TimedEvent> events = ScriptedReply.events(script, answer.get(), asked, place.server());
    return asked.isStreamed() && encoding.isPresent()
        ? ScriptedReply.stream(place, encoding.get(), events)
        : ScriptedReply.whole(place, events);
  }

  private Reply recorded(Place place) {
    return nextRecording(place.dialect().word())
        .map(Recorded::reply)
        .orElseGet(() -> place.error(/* status= */ 400, noRecording(place.dialect().word())));
  }

  /** The recordings of a dialect, one after the other and from the first again. */
  private Optional<Recorded> nextRecording(String dialect) {
    List<Recorded> fitting =
        options.recordings().stream().filter(r -> r.dialect().word().equals(dialect)).toList();
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(fitting.get(Math.floorMod(replayed.getAndIncrement(), fitting.size())));
  }

  private String noRecording(String dialect) {
    return "No recording is in the dialect %s; there is one in %s"
        .formatted(dialect, options.recordings().getFirst().dialect().word());
  }

  /** The fault nearest to the request: its header, its query, its model, the script, the server. */
  private @Nullable Fault fault(HttpAsk ask, Asked asked, @Nullable String scripted) {
    Fault fault = asked(ask).or(() -> Fault.ofModel(asked.model())).orElse(null);
    if (fault == null) {
      fault = scripted == null ? options.fault() : Fault.parse(scripted);
    }
    // A model that is named after its fault has its own count, all others share theirs.
    String model = Fault.ofModel(asked.model()).isPresent() ? asked.model() : "";
    return fault != null && times.isOn(model, fault) && counts.isDue(model, fault) ? fault : null;
  }

  private static Optional<Fault> asked(HttpAsk ask) {
    String header = ask.header(FAULT_HEADER);
    if (!header.isEmpty()) {
      return Optional.of(Fault.parse(header));
    }
    return Arrays.stream(ask.query().split("&", -1))
        .filter(field -> field.startsWith(FAULT_QUERY))
        .findFirst()
        .map(field ->
            Fault.parse(
                URLDecoder.decode(field.substring(FAULT_QUERY.length()), StandardCharsets.UTF_8)));
  }
}
