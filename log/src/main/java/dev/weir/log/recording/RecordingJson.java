package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of a recording: one JSON object each, described in {@code docs/recordings.md}. */
final class RecordingJson {
  private RecordingJson() {}

  static String write(RecordingHeader header) {
    var json =
        new JsonText()
            .beginObject()
            .field("weir", "recording")
            .field("version", RecordingHeader.VERSION)
            .field("dialect", header.dialect().word())
            .fieldIfAny("provider", header.provider())
            .fieldIfAny("modelName", header.modelName())
            .field("startedAt", header.startedAt().toString());
    if (!header.timed()) {
      json.field("timed", false);
    }
    options(json, header.options());
    RecordingHeader.Request request = header.request();
    if (request != null) {
      json.name("request")
          .beginObject()
          .field("method", request.method())
          .field("url", request.url())
          .name("headers")
          .beginObject();
      request.headers().forEach(json::field);
      json.endObject().endObject();
    }
    return json.endObject().toString();
  }

  private static void options(JsonText json, DecodeOptions options) {
    if (options.thinkTags() != ThinkTags.KEEP) {
      json.field("thinkTags", word(options.thinkTags()));
    }
    if (options.limits().maxFrameBytes() != Limits.DEFAULT.maxFrameBytes()) {
      json.field("maxFrameBytes", options.limits().maxFrameBytes());
    }
  }

  static RecordingHeader header(Json json) {
    if (!json.get("weir").textOrEmpty().equals("recording")) {
      throw new JsonException("expected the header of a recording, saw other JSON");
    }
    Long version = json.get("version").number();
    if (version == null || version < 1 || version > RecordingHeader.VERSION) {
      throw new JsonException(
          "expected a recording of version %d, saw %s; a newer weir made it"
              .formatted(RecordingHeader.VERSION, json.get("version").toText()));
    }
    String word = json.get("dialect").textOrEmpty();
    Dialect dialect =
        Dialects.of(word)
            .orElseThrow(() ->
                new JsonException(
                    "unknown dialect \"%s\"; known here are %s".formatted(word, Dialects.words())));
    Json timed = json.get("timed");
    return new RecordingHeader(
        dialect,
        json.get("provider").text(),
        json.get("modelName").text(),
        instant(json.get("startedAt").textOrEmpty()),
        timed.isNull() || timed.isTrue(),
        options(json),
        request(json.get("request")));
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException wrong) {
      throw new JsonException("expected a time in \"startedAt\", saw \"%s\"".formatted(text));
    }
  }

  private static DecodeOptions options(Json json) {
    Long bytes = json.get("maxFrameBytes").number();
    Limits limits =
        bytes == null || bytes < 1 || bytes > Integer.MAX_VALUE
            ? Limits.DEFAULT
            : Limits.DEFAULT.withMaxFrameBytes(bytes.intValue());
    String tags = json.get("thinkTags").text();
    return new DecodeOptions(
        limits, tags == null ? ThinkTags.KEEP : constant(ThinkTags.class, tags));
  }

  private static RecordingHeader.@Nullable Request request(Json json) {
    if (!json.isObject()) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    json.get("headers").fields().forEach((name, value) -> headers.put(name, value.textOrEmpty()));
    return new RecordingHeader.Request(
        json.get("method").textOrEmpty(), json.get("url").textOrEmpty(), headers);
  }

  /** Bytes as text where they are text, which people can read; as base64 where they are not. */
  static void write(
      JsonText json, long atMicros, byte[] bytes, int from, int to, @Nullable String owner) {
    json.beginObject().field("at", atMicros);
    String text = new String(bytes, from, to - from, UTF_8);
    if (isExact(text, bytes, from, to)) {
      json.field("text", text);
    } else {
      byte[] exact = Arrays.copyOfRange(bytes, from, to);
      json.field("base64", Base64.getEncoder().encodeToString(exact));
    }
    json.fieldIfAny("conversation_event_id", owner).endObject();
  }

  private static boolean isExact(String text, byte[] bytes, int from, int to) {
    if (text.indexOf('\uFFFD') < 0) {
      return true;
    }
    byte[] back = text.getBytes(UTF_8);
    return Arrays.equals(back, 0, back.length, bytes, from, to);
  }

  static String write(Reached reached) {
    return new JsonText()
        .beginObject()
        .field("at", reached.atMicros())
        .field("reached", word(reached.milestone()))
        .endObject()
        .toString();
  }

  static String write(Ended ended) {
    var json = new JsonText().beginObject().field("at", ended.atMicros());
    switch (ended.ending()) {
      case StreamEnding.EndOfInput end -> json.field("end", "input");
      case StreamEnding.Cut cut ->
          json.field("end", "cut")
              .field("verdict", cut.verdict().name())
              .fieldIfAny("word", cut.word());
      case StreamEnding.Broken broken ->
          json.field("end", "broken")
              .field("fault", word(broken.fault().kind()))
              .fieldIfAny("code", broken.fault().code())
              .field("message", broken.fault().message());
    }
    return json.fieldIfAny("conversation_event_id", ended.conversationEventId())
        .endObject()
        .toString();
  }

  /** Reads an entry; null for one that a later version added. */
  static @Nullable Entry entry(Json json) {
    Long at = json.get("at").number();
    if (at == null || at < 0) {
      throw new JsonException("expected an offset \"at\" in microseconds");
    }
    String owner = json.get("conversation_event_id").text();
    String text = json.get("text").text();
    if (text != null) {
      return new Arrived(at, Bytes.of(text), owner);
    }
    String base64 = json.get("base64").text();
    if (base64 != null) {
      return new Arrived(at, Bytes.of(bytes(base64)), owner);
    }
    String reached = json.get("reached").text();
    if (reached != null) {
      return new Reached(at, constant(Milestone.class, reached));
    }
    return json.has("end") ? new Ended(at, ending(json), owner) : null;
  }

  private static byte[] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException wrong) {
      throw new JsonException("expected base64, saw something else: " + wrong.getMessage());
    }
  }

  private static StreamEnding ending(Json json) {
    String word = json.get("end").textOrEmpty();
    return switch (word) {
      case "input" -> new StreamEnding.EndOfInput();
      case "cut" ->
          new StreamEnding.Cut(
              constant(Verdict.class, json.get("verdict").textOrEmpty()), json.get("word").text());
      case "broken" ->
          new StreamEnding.Broken(
              new StreamFault(
                  constant(StreamFault.Kind.class, json.get("fault").textOrEmpty()),
                  json.get("code").text(),
                  json.get("message").textOrEmpty()));
      default -> throw new JsonException("unknown end \"%s\"".formatted(word));
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <T extends Enum<T>> T constant(Class<T> type, String word) {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new JsonException("expected a %s, saw \"%s\"".formatted(type.getSimpleName(), word));
    }
  }
}
