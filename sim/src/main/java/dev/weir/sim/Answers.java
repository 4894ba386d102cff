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

  /** One request while it is answered, with what becomes known of it. */
  private static final class Asking {
    final HttpAsk ask;
    @Nullable Request request;
    @Nullable Fault fault;

    Asking(HttpAsk ask) {
      this.ask = ask;
    }
  }

  @Override
  public Reply reply(HttpAsk ask) {
    // A page of another origin is not to read what others asked.
    Optional<Reply> looked = requests.reply(ask);
    if (looked.isPresent()) {
      return looked.get();
    }
    var asking = new Asking(ask);
    Reply reply = corsReply(asking);
    var request = new SimulatedRequest(ask, asking.request, asking.fault, reply);
    requests.add(request);
    options.seen().accept(request);
    return reply;
  }

  private Reply corsReply(Asking asking) {
    if (!options.hasCors()) {
      return headReply(asking);
    }
    return Cors.preflight(asking.ask).orElseGet(() -> Cors.allow(headReply(asking)));
  }

  /** A client that asks for the head gets that of a GET, and no body. */
  private Reply headReply(Asking asking) {
    HttpAsk ask = asking.ask;
    if (!ask.method().equals("HEAD")) {
      return chosen(asking);
    }
    var get = new HttpAsk("GET", ask.path(), /* query= */ "", ask.headers(), ask.body());
    return chosen(new Asking(get)).withSlices(List.of());
  }

  private Reply chosen(Asking asking) {
    HttpAsk ask = asking.ask;
    if (ask.header("content-type").startsWith("application/grpc")) {
      return grpc(asking);
    }
    Optional<Reply> refused =
        options.isStrict() ? StrictKeys.refusal(ask, options.dialects()) : Optional.empty();
    if (refused.isPresent()) {
      return refused.get();
    }
    Optional<Reply> known = InfoReplies.of(options.dialects(), ask, models());
    if (known.isPresent()) {
      return known.get();
    }
    if (ask.method().equals("GET")) {
      return noted(asking, kept.rest(ask))
          .or(() -> stored.reply(ask))
          .orElseGet(() -> ask.path().equals("/") ? welcome() : notHere(ask));
    }
    Optional<Reply> counted = TokenCounts.of(options.dialects(), ask);
    if (counted.isPresent() && ask.method().equals("POST")) {
      return counted.get();
    }
    Optional<Reply> cancelled = noted(asking, kept.cancel(ask));
    if (cancelled.isPresent()) {
      return cancelled.get();
    }
    Optional<Reply> embedded = Embeddings.of(ask, asked -> asking.request = asked);
    if (embedded.isPresent()) {
      return embedded.get();
    }
    Optional<Place> place = Place.of(options.dialects(), ask.path(), ask.query());
    if (!ask.method().equals("POST") || place.isEmpty()) {
      return notHere(ask);
    }
    try {
      return reply(asking, place.get());
    } catch (JsonException notJson) {
      return place
          .get()
          .error(/* status= */ 400, "The request cannot be read: " + notJson.getMessage());
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return place.get().error(/* status= */ 400, String.valueOf(wrong.getMessage()));
    }
  }

  /** Keeps that an answer that is kept was asked about. */
  private static Optional<Reply> noted(Asking asking, Optional<Reply> reply) {
    if (reply.isPresent()) {
      asking.request = Request.builder().build();
    }
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

  private Reply reply(Asking asking, Place place) {
    HttpAsk ask = asking.ask;
    Json json = AskedJson.read(ask);
    ReadRequest read = place.server().read(json, place.endpoint());
    asking.request = read.request();
    Asked asked = Asked.of(read, ask.body().toSlice());
    if (options.isStrict()) {
      StrictRules.check(place.dialect(), ask, json);
    }
    place.server().checkRequired(json);
    place.server().check(json);
    Attached.check(read.request().messages());
    if (SixtyWords.isFor(asked)) {
      return sixtyWords(asking, asked, json, place);
    }
    Optional<ScriptedAnswer> answer = options.script().answerTo(asked);
    Fault fault = fault(asking, asked, answer.map(ScriptedAnswer::fault).orElse(null));
    Reply good =
        options.recordings().isEmpty()
            ? scripted(options.script(), asked, place, answer)
            : recorded(place);
    keep(place, json, good);
    return fault == null ? good : FaultyReply.of(place, ask.path(), good, fault);
  }

  private Reply sixtyWords(Asking asking, Asked asked, Json body, Place place) {
    Fault fault = fault(asking, asked, /* scripted= */ null);
    Optional<String> refusal = SixtyWords.refusal(asked);
    if (refusal.isPresent()) {
      return place.error(/* status= */ 400, refusal.get());
    }
    Script script = SixtyWords.script(asked);
    Reply good = scripted(script, asked, place, script.answerTo(asked));
    keep(place, body, good);
    return fault == null ? good : FaultyReply.of(place, asking.ask.path(), good, fault);
  }

  private void keep(Place place, Json body, Reply good) {
    kept.keep(place.dialect(), body, good);
    stored.keep(place, body, good);
  }

  /** What speaks protobuf is loaded when it is asked for, if weir-xai is on the class path. */
  private Reply grpc(Asking asking) {
    HttpAsk ask = asking.ask;
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
      asking.request = asked.request();
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
      Fault fault = fault(asking, asked, answer.get().fault());
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
  private @Nullable Fault fault(Asking asking, Asked asked, @Nullable String scripted) {
    Fault fault = asked(asking.ask).or(() -> Fault.ofModel(asked.model())).orElse(null);
    if (fault == null) {
      fault = scripted == null ? options.fault() : Fault.parse(scripted);
    }
    // A model that is named after its fault has its own count, all others share theirs.
    String model = Fault.ofModel(asked.model()).isPresent() ? asked.model() : "";
    boolean strikes = fault != null && times.isOn(model, fault) && counts.isDue(model, fault);
    asking.fault = strikes ? fault : null;
    return asking.fault;
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
