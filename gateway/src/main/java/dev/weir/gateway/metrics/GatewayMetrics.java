package dev.weir.gateway.metrics;

import dev.weir.client.tool.Tool;
import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway counts: the operations of its providers by the names of OpenTelemetry's GenAI
 * conventions, and its own work. Any thread may call.
 */
public final class GatewayMetrics {
  /** How many series are told apart; the others are one. */
  private static final int MAX_OPERATIONS = 500;

  static final double MICROS = 1e6;

  /** As the conventions advise: 10 ms, doubled thirteen times. */
  static final double[] SECONDS = {
    0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92
  };

  private static final double[] PERCENT = {0, 0.01, 0.1, 1, 10};

  /** The series of one provider, model and outcome. */
  private static final class Operation {
    final Histogram duration = new Histogram(SECONDS);
    final Histogram firstChunk = new Histogram(SECONDS);
    final Histogram nextChunk = new Histogram(SECONDS);
    final LongAdder cacheReadTokens = new LongAdder();
    final LongAdder cacheWriteTokens = new LongAdder();
    final LongAdder reasoningTokens = new LongAdder();
    final LongAdder inputTokens = new LongAdder();
    final LongAdder outputTokens = new LongAdder();
    final Histogram queue = new Histogram(SECONDS);
    final Histogram lostPercent = new Histogram(PERCENT);
  }

  private final ConcurrentMap<String, Operation> operations = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Histogram> tools = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> ended = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> retries = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> tries = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> resumes = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> lostChunks = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> unrepairedGaps = new ConcurrentHashMap<>();
  private final LongAdder subscribers = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder eventsIn = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private final LongAdder notRecorded = new LongAdder();
  private final LongAdder connections = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final Histogram addedLatency =
      new Histogram(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1);
  private volatile IntSupplier live = () -> 0;
  private volatile LongSupplier bodies = () -> 0;
  private volatile ModelLabels models = new ModelLabels(Map.of());

  public LongAdder subscribers() {
    return subscribers;
  }

  /** Subscribers that read too slowly. */
  public LongAdder dropped() {
    return dropped;
  }

  public LongAdder eventsIn() {
    return eventsIn;
  }

  public LongAdder bytesOut() {
    return bytesOut;
  }

  /** Streams that the log could not take. */
  public LongAdder notRecorded() {
    return notRecorded;
  }

  public LongAdder connections() {
    return connections;
  }

  /** Connections closed because their request did not come in time. */
  public LongAdder timedOut() {
    return timedOut;
  }

  /** From the arrival of an event to its frames being handed to the connections, in seconds. */
  public Histogram addedLatency() {
    return addedLatency;
  }

  /** Says where to ask how many streams are live. */
  public void live(IntSupplier count) {
    live = count;
  }

  /** Says where to ask how large the requests being handled are. */
  public void bodies(LongSupplier bytes) {
    bodies = bytes;
  }

  /** Says which models of each provider are told apart. */
  public void models(Map<String, Set<String>> listed) {
    models = new ModelLabels(listed);
  }

  public void refused(String code) {
    refused.computeIfAbsent(code, c -> new LongAdder()).increment();
  }

  /**
   * A pass has ended.
   *
   * @param chunks the times between its outputs
   */
  public void operation(MetricsRecord pass, ChunkTimes chunks, @Nullable String requestModel) {
    StreamMetrics metrics = pass.metrics();
    Verdict verdict = metrics.verdict();
    String provider = pass.provider() == null ? "unknown" : pass.provider();
    Operation operation = operation(labels(provider, requestModel, metrics, verdict));
    Timing timing = metrics.timing();
    observe(operation.duration, timing.total());
    observe(operation.firstChunk, timing.firstOutput());
    observe(operation.queue, timing.queue());
    chunks.addTo(operation.nextChunk);
    lost(operation, provider, metrics.sequence());
    tokens(operation, Objects.requireNonNullElse(metrics.usage(), Usage.NONE));
  }

  private static void observe(Histogram histogram, @Nullable Long micros) {
    if (micros != null) {
      histogram.observe(micros / MICROS);
    }
  }

  /** The same tools, whose runs are timed. */
  public List<Tool> measured(List<Tool> offered) {
    return offered.stream().<Tool>map(tool -> new MeasuredTool(tool, this)).toList();
  }

  /** A tool has run. */
  void ran(String tool, double seconds, boolean succeeded) {
    String labels =
        (succeeded ? "" : Exposition.label("error_type", "tool_error") + ",")
            + Exposition.label("gen_ai_operation_name", "execute_tool")
            + ","
            + Exposition.label("gen_ai_tool_name", tool);
    tools.computeIfAbsent(labels, l -> new Histogram(SECONDS)).observe(seconds);
  }

  private static void tokens(Operation operation, Usage usage) {
    add(operation.inputTokens, usage.inputTokens());
    add(operation.outputTokens, usage.outputTokens());
    add(operation.cacheReadTokens, usage.cachedInputTokens());
    add(operation.cacheWriteTokens, usage.cacheWriteTokens());
    add(operation.reasoningTokens, usage.reasoningTokens());
  }

  private static void add(LongAdder count, @Nullable Long more) {
    if (more != null) {
      count.add(more);
    }
  }

  private void lost(Operation operation, String provider, @Nullable Sequence sequence) {
    if (sequence == null) {
      return;
    }
    if (sequence.percent() != null) {
      operation.lostPercent.observe(sequence.percent());
    }
    add(lostChunks, provider, sequence.lost());
    add(unrepairedGaps, provider, sequence.unrepaired());
  }

  private static void add(Map<String, LongAdder> counts, String label, long more) {
    if (more > 0) {
      counts.computeIfAbsent(label, l -> new LongAdder()).add(more);
    }
  }

  /** A stream has ended. */
  public void ended(Verdict verdict) {
    ended.computeIfAbsent(verdict.name(), v -> new LongAdder()).increment();
  }

  /** A provider is asked once more. */
  public void retried(String provider) {
    retries.computeIfAbsent(provider, p -> new LongAdder()).increment();
  }

  /** A try of a step of a route has ended. */
  public void tried(String provider, String outcome) {
    String labels =
        Exposition.label("provider", provider) + "," + Exposition.label("outcome", outcome);
    tries.computeIfAbsent(labels, l -> new LongAdder()).increment();
  }

  /** A provider is asked for the rest of a response that broke. */
  public void resumed(String provider) {
    resumes.computeIfAbsent(provider, p -> new LongAdder()).increment();
  }

  private Operation operation(String labels) {
    Operation known = operations.get(labels);
    if (known != null) {
      return known;
    }
    String key = operations.size() < MAX_OPERATIONS ? labels : "";
    return operations.computeIfAbsent(key, l -> new Operation());
  }

  private String labels(
      String provider,
      @Nullable String requestModel,
      StreamMetrics metrics,
      @Nullable Verdict verdict) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("gen_ai_operation_name", "chat");
    labels.put("gen_ai_provider_name", provider);
    String requested = models.requested(provider, requestModel);
    labels.put("gen_ai_request_model", requested);
    labels.put(
        "gen_ai_response_model",
        models.answered(provider, requested, metrics.outcome().modelName()));
    if (verdict != null && !verdict.isNatural()) {
      labels.put("error_type", verdict.name());
    }
    var text = new StringBuilder();
    labels.forEach((name, value) ->
        text.append(text.isEmpty() ? "" : ",").append(Exposition.label(name, value)));
    return text.toString();
  }

  /** Everything, as Prometheus reads it. */
  public String exposition() {
    var out = new Exposition();
    inference(out);
    family(
        out,
        "weir_queue_seconds",
        "From the provider's announcement of a response to its first output",
        (o, l) -> o.queue.write(out, "weir_queue_seconds", l));
    family(
        out,
        "weir_chunks_lost_percent",
        "Chunks of a pass that never came, where the provider numbers them",
        (o, l) -> o.lostPercent.write(out, "weir_chunks_lost_percent", l));
    single(out, "weir_streams_live", "gauge", "Streams being fetched", live.getAsInt());
    single(out, "weir_bodies_bytes", "gauge", "Requests being handled", bodies.getAsLong());
    single(out, "weir_subscribers", "gauge", "Clients reading a stream", subscribers.sum());
    single(out, "weir_connections", "gauge", "Open connections of clients", connections.sum());
    single(
        out,
        "weir_subscribers_dropped_total",
        "counter",
        "Clients that read too slowly and lost their connection",
        dropped.sum());
    single(
        out,
        "weir_connections_timed_out_total",
        "counter",
        "Connections whose request did not come in time",
        timedOut.sum());
    single(out, "weir_events_total", "counter", "Events taken into the log", eventsIn.sum());
    single(out, "weir_stream_bytes_total", "counter", "Bytes of frames written", bytesOut.sum());
    single(
        out,
        "weir_streams_not_recorded_total",
        "counter",
        "Streams that the log could not take",
        notRecorded.sum());
    labelled(out, "weir_streams_ended_total", "Streams by verdict", "verdict", ended);
    labelled(out, "weir_retries_total", "Tries after the first of a pass", "provider", retries);
    out.head("weir_tries_total", "counter", "Tries of the steps of routes");
    new TreeMap<>(tries)
        .forEach((labels, count) -> out.sample("weir_tries_total", labels, (double) count.sum()));
    labelled(out, "weir_resumes_total", "Responses whose rest was asked for", "provider", resumes);
    labelled(
        out, "weir_chunks_lost_total", "Numbered chunks that never came", "provider", lostChunks);
    labelled(
        out,
        "weir_gaps_unrepaired_total",
        "Gaps of which nobody knows what was lost",
        "provider",
        unrepairedGaps);
    labelled(out, "weir_requests_refused_total", "Requests refused, by code", "code", refused);
    out.head(
        "weir_added_latency_seconds",
        "histogram",
        "From the arrival of an event to its frames being handed to the connections");
    addedLatency.write(out, "weir_added_latency_seconds", "");
    return out.toString();
  }

  /** By the names of the conventions since October 2026. */
  private void inference(Exposition out) {
    String name = "gen_ai_client_inference_";
    family(
        out,
        name + "duration_seconds",
        "Time of a pass",
        (o, l) -> o.duration.write(out, name + "duration_seconds", l));
    family(
        out,
        name + "time_to_first_chunk_seconds",
        "Until the first output",
        (o, l) -> o.firstChunk.write(out, name + "time_to_first_chunk_seconds", l));
    family(
        out,
        name + "time_per_output_chunk_seconds",
        "From one output to the next",
        (o, l) -> o.nextChunk.write(out, name + "time_per_output_chunk_seconds", l));
    String usage = name + "usage_";
    tokens(out, usage + "input_tokens_total", o -> o.inputTokens);
    tokens(out, usage + "output_tokens_total", o -> o.outputTokens);
    tokens(out, usage + "cache_read_input_tokens_total", o -> o.cacheReadTokens);
    tokens(out, usage + "cache_write_input_tokens_total", o -> o.cacheWriteTokens);
    tokens(out, usage + "reasoning_output_tokens_total", o -> o.reasoningTokens);
    String tool = "gen_ai_execute_tool_duration_seconds";
    out.head(tool, "histogram", "Time of a run of a tool");
    new TreeMap<>(tools).forEach((labels, times) -> times.write(out, tool, labels));
  }

  private void tokens(Exposition out, String name, Function<Operation, LongAdder> count) {
    out.head(name, "counter", "Tokens of all passes");
    operations.forEach(
        (labels, operation) -> out.sample(name, labels, (double) count.apply(operation).sum()));
  }

  private void family(
      Exposition out, String name, String help, BiConsumer<Operation, String> writer) {
    out.head(name, "histogram", help);
    operations.forEach((labels, operation) -> writer.accept(operation, labels));
  }

  private static void single(Exposition out, String name, String type, String help, long value) {
    out.head(name, type, help).sample(name, "", (double) value);
  }

  private static void labelled(
      Exposition out, String name, String help, String label, Map<String, LongAdder> counts) {
    out.head(name, "counter", help);
    new TreeMap<>(counts)
        .forEach((value, count) ->
            out.sample(name, Exposition.label(label, value), (double) count.sum()));
  }
}
