package dev.weir.log.metrics;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Backpressure;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.event.StreamMetrics.Problem;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Throughput;
import dev.weir.event.StreamMetrics.Timeline;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Verdict;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of metrics, one object on one line, described in {@code docs/metrics.md}. It grows
 * only by optional fields: what is absent was not measured, what is unknown is passed over.
 */
public final class MetricsJson {
  private static final int VERSION = 1;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 16, 1 << 20);

  private MetricsJson() {}

  /** A record as one line of JSON. */
  public static String write(MetricsRecord line) {
    var json = new JsonText();
    write(json, line);
    return json.toString();
  }

  /** Adds the object to other JSON. */
  public static void write(JsonText json, MetricsRecord line) {
    StreamMetrics metrics = line.metrics();
    Verdict verdict = metrics.verdict();
    json.beginObject()
        .field("weir", "metrics")
        .field("version", VERSION)
        .fieldIfAny("file", line.file())
        .field("dialect", line.dialect())
        .fieldIfAny("provider", line.provider())
        .fieldIfAny("node", line.node())
        .fieldIfAny("modelName", metrics.outcome().modelName())
        .fieldIfAny("responseId", metrics.outcome().responseId())
        .field("startedAt", line.startedAt().toString())
        .field("timed", line.timed())
        .fieldIfAny("verdict", verdict == null ? null : verdict.name())
        .fieldIfAny("word", metrics.outcome().word());
    timing(json, metrics.timing());
    pauses(json, metrics.pauses());
    throughput(json, metrics.throughput());
    Backpressure backpressure = metrics.backpressure();
    if (backpressure != null) {
      json.name("backpressure")
          .beginObject()
          .field("blockedMicros", backpressure.blocked())
          .field("largestMicros", backpressure.largest())
          .endObject();
    }
    Sequence sequence = metrics.sequence();
    if (sequence != null) {
      sequence(json, sequence);
    }
    json.name("events").beginObject();
    metrics.events().forEach(json::field);
    json.endObject();
    EventJson.usage(json, metrics.usage());
    timeline(json, metrics.timeline());
    if (metrics.tries().count() > 0) {
      json.name("tries");
      tries(json, metrics.tries());
    }
    json.endObject();
  }

  private static void timing(JsonText json, Timing timing) {
    json.name("timing")
        .beginObject()
        .fieldIfAny("connectMicros", timing.connect())
        .fieldIfAny("headersMicros", timing.headers())
        .fieldIfAny("firstByteMicros", timing.firstByte())
        .fieldIfAny("responseStartMicros", timing.responseStart())
        .fieldIfAny("queueMicros", timing.queue())
        .fieldIfAny("firstOutputMicros", timing.firstOutput())
        .fieldIfAny("firstThinkingMicros", timing.firstThinking())
        .fieldIfAny("firstTextMicros", timing.firstText())
        .fieldIfAny("firstToolArgumentMicros", timing.firstToolArgument())
        .fieldIfAny("lastOutputMicros", timing.lastOutput())
        .fieldIfAny("totalMicros", timing.total())
        .endObject();
  }

  private static void pauses(JsonText json, Pauses pauses) {
    if (pauses.largest() == null) {
      return;
    }
    json.name("pauses")
        .beginObject()
        .fieldIfAny("largestMicros", pauses.largest())
        .fieldIfAny("largestAfter", pauses.largestAfter())
        .fieldIfAny("largestAfterEvent", pauses.largestAfterNumber());
    for (Bucket bucket : Bucket.values()) {
      json.field(name(bucket), pauses.count(bucket));
    }
    json.endObject();
  }

  private static String name(Bucket bucket) {
    return switch (bucket) {
      case UNDER_50_MS -> "under50ms";
      case FROM_50_MS -> "from50ms";
      case FROM_200_MS -> "from200ms";
      case FROM_1_S -> "from1s";
      case FROM_5_S -> "from5s";
    };
  }

  private static void throughput(JsonText json, Throughput throughput) {
    json.name("throughput")
        .beginObject()
        .field("events", throughput.events())
        .field("deltas", throughput.deltas())
        .field("characters", throughput.characters())
        .fieldIfAny("bytes", throughput.bytes())
        .fieldIfAny("bytesPerSecond", throughput.bytesPerSecond())
        .endObject();
  }

  private static void sequence(JsonText json, Sequence sequence) {
    json.name("sequence")
        .beginObject()
        .field("gaps", sequence.gaps())
        .field("lost", sequence.lost());
    Double percent = sequence.percent();
    if (percent != null) {
      json.name("percent").value(new Json.Num(String.format(Locale.ROOT, "%.4f", percent)));
    }
    if (sequence.gaps() > 0) {
      json.field("repaired", sequence.repaired()).field("unrepaired", sequence.unrepaired());
    }
    json.endObject();
  }

  private static void timeline(JsonText json, Timeline timeline) {
    if (timeline.bytes().isEmpty()) {
      return;
    }
    json.name("timeline").beginObject().field("binMicros", timeline.binMicros());
    numbers(json, "bytes", timeline.bytes());
    numbers(json, "characters", timeline.characters());
    json.endObject();
  }

  /** What it took to get a stream, as a JSON object. */
  public static void tries(JsonText json, Tries tries) {
    json.beginObject()
        .field("count", tries.count())
        .field("resumes", tries.resumes())
        .fieldIfAny("requestId", tries.requestId())
        .name("problems")
        .beginArray();
    for (Problem problem : tries.problems()) {
      Integer status = problem.status();
      json.beginObject()
          .field("code", problem.code())
          .fieldIfAny("status", status == null ? null : Long.valueOf(status))
          .fieldIfAny("requestId", problem.requestId())
          .endObject();
    }
    json.endArray().endObject();
  }

  private static void numbers(JsonText json, String name, List<Long> numbers) {
    json.name(name).beginArray();
    numbers.forEach(json::value);
    json.endArray();
  }

  /**
   * Reads one line back.
   *
   * @throws JsonException if the text is not a line of metrics of this version
   */
  public static MetricsRecord read(String line) {
    Json json = READER.read(line);
    if (!json.get("weir").textOrEmpty().equals("metrics")) {
      throw new JsonException("expected a line of metrics, saw other JSON");
    }
    Long version = json.get("version").number();
    if (version == null || version > VERSION) {
      throw new JsonException(
          "expected metrics of version %d; a newer weir made these".formatted(VERSION));
    }
    String verdict = json.get("verdict").text();
    Json throughput = json.get("throughput");
    Json backpressure = json.get("backpressure");
    Map<String, Long> events = new LinkedHashMap<>();
    json.get("events").fields().forEach((type, count) -> events.put(type, count(count)));
    return new MetricsRecord(
        json.get("file").text(),
        json.get("dialect").textOrEmpty(),
        json.get("provider").text(),
        instant(json.get("startedAt").textOrEmpty()),
        json.get("timed").isTrue(),
        new StreamMetrics(
            new StreamMetrics.Outcome(
                json.get("responseId").text(),
                json.get("modelName").text(),
                verdict == null ? null : verdict(verdict),
                json.get("word").text(),
                json.has("usage") ? EventJson.usage(json.get("usage")) : null),
            timing(json.get("timing")),
            pauses(json.get("pauses")),
            new Throughput(
                count(throughput.get("events")),
                count(throughput.get("deltas")),
                count(throughput.get("characters")),
                throughput.get("bytes").number(),
                throughput.get("bytesPerSecond").number()),
            backpressure.isObject()
                ? new Backpressure(
                    count(backpressure.get("blockedMicros")),
                    count(backpressure.get("largestMicros")))
                : null,
            json.get("sequence").isObject() ? sequence(json.get("sequence")) : null,
            events,
            timeline(json.get("timeline")),
            tries(json.get("tries"))),
        json.get("node").text());
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException wrong) {
      throw new JsonException("expected a time in \"startedAt\", saw \"%s\"".formatted(text));
    }
  }

  private static Verdict verdict(String word) {
    try {
      return Verdict.valueOf(word);
    } catch (IllegalArgumentException unknown) {
      throw new JsonException("unknown verdict \"%s\"".formatted(word));
    }
  }

  private static Timing timing(Json json) {
    return new Timing(
        json.get("connectMicros").number(),
        json.get("headersMicros").number(),
        json.get("firstByteMicros").number(),
        json.get("responseStartMicros").number(),
        json.get("queueMicros").number(),
        json.get("firstOutputMicros").number(),
        json.get("firstThinkingMicros").number(),
        json.get("firstTextMicros").number(),
        json.get("firstToolArgumentMicros").number(),
        json.get("lastOutputMicros").number(),
        json.get("totalMicros").number());
  }

  private static Pauses pauses(Json json) {
    Map<Bucket, Long> counts = new EnumMap<>(Bucket.class);
    for (Bucket bucket : Bucket.values()) {
      long count = count(json.get(name(bucket)));
      if (count > 0) {
        counts.put(bucket, count);
      }
    }
    return new Pauses(
        json.get("largestMicros").number(),
        json.get("largestAfter").text(),
        json.get("largestAfterEvent").number(),
        counts);
  }

  private static Sequence sequence(Json json) {
    Double percent =
        json.get("percent") instanceof Json.Num number ? Double.valueOf(number.digits()) : null;
    return new Sequence(
        count(json.get("gaps")),
        count(json.get("lost")),
        percent,
        count(json.get("repaired")),
        count(json.get("unrepaired")));
  }

  private static Timeline timeline(Json json) {
    Long bin = json.get("binMicros").number();
    return bin == null || bin < 1
        ? Timeline.NONE
        : new Timeline(bin, numbers(json.get("bytes")), numbers(json.get("characters")));
  }

  /** Reads what {@link #tries(JsonText, Tries)} wrote; what is absent stays absent. */
  public static Tries tries(Json json) {
    List<Problem> problems = new ArrayList<>();
    for (Json problem : json.get("problems").items()) {
      Long status = problem.get("status").number();
      problems.add(
          new Problem(
              problem.get("code").textOrEmpty(),
              status == null ? null : Integer.valueOf(status.intValue()),
              problem.get("requestId").text()));
    }
    return new Tries(
        (int) count(json.get("count")),
        (int) count(json.get("resumes")),
        json.get("requestId").text(),
        problems);
  }

  private static List<Long> numbers(Json json) {
    List<Long> numbers = new ArrayList<>();
    json.items().forEach(item -> numbers.add(count(item)));
    return numbers;
  }

  private static long count(@Nullable Json json) {
    Long number = json == null ? null : json.number();
    return number == null ? 0 : number;
  }
}
