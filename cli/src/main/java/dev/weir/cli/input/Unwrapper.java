package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingReader;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.util.Arrays;

/**
 * Removes one wrapping after the other from an input: compression, charset, what programs put
 * around answers; until the bytes of a provider are left, or something that can be named.
 *
 * <p>A stream that is not wrapped, or only compressed or behind an http head, passes while it
 * comes; documents are read whole, up to a limit.
 */
final class Unwrapper {
  /** What an empty input is called. */
  static final String EMPTY = "empty";

  private static final int MAX_LAYERS = 8;
  private static final int MAX_SHOWN = 60;
  private static final byte[] MARK = "\uFEFF".getBytes(UTF_8);

  /**
   * Guessing looks at all bytes again: up to this many always, then only when they have doubled.
   */
  private static final long FREE_LOOKS = 16 << 20;

  /**
   * How much there may be.
   *
   * @param unpackedBytes what compression may make of an input
   * @param documentBytes the size of a document, which is read whole
   */
  record Limits(long unpackedBytes, int documentBytes) {
    static final Limits USUAL = new Limits(1L << 30, 128 << 20);
  }

  private final ReadOptions reading;
  private final Limits limits;

  Unwrapper(ReadOptions reading, Limits limits) {
    this.reading = reading;
    this.limits = limits;
  }

  EntryChoice choice() {
    return reading.choice();
  }

  /**
   * The streams in these bytes.
   *
   * @throws NotAStreamException if they are something else
   */
  Captures open(Slices slices, CaptureSource source) throws IOException {
    if (source.layers() > MAX_LAYERS) {
      throw new NotAStreamException(
          "wrapped more than %d times; unpack it first".formatted(MAX_LAYERS));
    }
    return switch (form(slices, source)) {
      case Form.Packed packed -> unpacked(packed.packing(), slices, source);
      case Form.Own own -> own(own, slices, source);
      case Form.Wrapping wrapping -> exchanges(wrapping, slices, source);
      case Form.Stream stream -> {
        Dialect given = reading.dialect();
        yield Captures.of(stream(given == null ? stream.dialect() : given, slices, source));
      }
      case Form.Other other -> throw new NotAStreamException(other.name());
    };
  }

  private Form form(Slices slices, CaptureSource source) throws IOException {
    long looked = 0;
    int last = 0;
    while (true) {
      int size = slices.head().length();
      boolean isEnd = slices.isWhole() || size >= FormGuess.MAX_HEAD_BYTES;
      if (isEnd || looked < FREE_LOOKS || size >= 2 * last) {
        last = size;
        looked += size;
        byte[] head = slices.head().toArray();
        // Naming a dialect does not turn a page's pictures into streams.
        Dialect given = source.isAnyAnswer() ? null : reading.dialect();
        Form form = FormGuess.of(head, slices.isWhole(), given);
        if (form != null) {
          return form;
        }
        if (isEnd) {
          return new Form.Other(unknown(head));
        }
      }
      slices.more();
    }
  }

  private static String unknown(byte[] head) {
    if (head.length == 0) {
      return EMPTY;
    }
    String words = Dialects.words().replace(", ", "|");
    if (KnownThings.isBinary(head)) {
      return "binary data of an unknown kind (it begins %s); if it is a provider's stream, name it: --dialect %s"
          .formatted(KnownThings.numbers(head), words);
    }
    String known = KnownThings.text(head);
    if (known != null) {
      return known;
    }
    String start = new String(head, UTF_8).strip().lines().findFirst().orElse("");
    return "text that begins «%s», in a dialect that cannot be guessed; if it is a provider's stream, name it: --dialect %s"
        .formatted(start.substring(0, Math.min(start.length(), MAX_SHOWN)), words);
  }

  private Captures unpacked(Packing packing, Slices slices, CaptureSource source)
      throws IOException {
    long most = packing.isCompression() ? limits.unpackedBytes() : Long.MAX_VALUE;
    var unpacked = new UnpackedInput(packing, slices.toInput(), most, source.damage());
    try {
      return open(Slices.of(unpacked, slices::atMicros), source.unwrapped());
    } catch (NotAStreamException inner) {
      String broken = source.damage().words().map(words -> " (" + words + ")").orElse("");
      throw new NotAStreamException(
          packing.word() + " of " + inner.getMessage() + broken, inner.details());
    }
  }

  private Captures own(Form.Own own, Slices slices, CaptureSource source) throws IOException {
    return switch (own) {
      case RECORDING -> {
        RecordingReader recording = RecordingReader.open(slices.toInput());
        yield Captures.of(
            new Capture.Bytes(
                source.name(),
                source.isOneOfSeveral(),
                source.status(),
                Secrets.NONE,
                /* isRecording= */ true,
                recording));
      }
      case EVENTS -> new EventLines(source.name(), source.isOneOfSeveral(), slices);
      case LIFECYCLE -> new LifecycleTurns(source.name(), source.isOneOfSeveral(), slices);
      case METRICS -> new MetricsLines(source.name(), slices);
    };
  }

  private Captures exchanges(Form.Wrapping wrapping, Slices slices, CaptureSource source)
      throws IOException {
    return new ExchangeCaptures(
        switch (wrapping) {
          case HTTP -> new HttpExchanges(slices, source.timed(), source.damage());
          case CURL_TRACE -> new TraceExchanges(slices, source.damage());
          case CURL_TRACE_ASCII ->
              throw new NotAStreamException(
                  "a curl --trace-ascii, which does not keep the bytes; capture with: curl --trace FILE --trace-time");
          case JSON_EXCHANGES -> KeptExchanges.of(json(slices), source.damage());
          case YAML_EXCHANGES ->
              KeptExchanges.of(YamlTree.read(document(slices).toString()), source.damage());
        },
        this,
        source);
  }

  private Json json(Slices slices) throws IOException {
    Bytes document = document(slices);
    try {
      return new JsonReader(/* maxDepth= */ 500, limits.documentBytes()).read(document);
    } catch (JsonException broken) {
      throw new NotAStreamException(
          "a HAR file or cassette that is damaged: " + broken.getMessage());
    }
  }

  /** All of it, without the mark that may precede it. */
  private Bytes document(Slices slices) throws IOException {
    while (slices.head().length() <= limits.documentBytes() && slices.more()) {
      // Until everything is there.
    }
    Bytes all = slices.head();
    if (all.length() > limits.documentBytes()) {
      throw new NotAStreamException(
          "a document of more than %,d bytes; save only the exchange that you need"
              .formatted(limits.documentBytes()));
    }
    byte[] start = Arrays.copyOfRange(all.array(), all.from(), all.from() + MARK.length);
    return all.length() > MARK.length && Arrays.equals(start, MARK)
        ? Bytes.of(all.array(), all.from() + MARK.length, all.to())
        : all;
  }

  private Capture stream(Dialect dialect, Slices slices, CaptureSource source) {
    var header =
        new RecordingHeader(
            dialect,
            /* provider= */ null,
            /* modelName= */ null,
            source.startedAt(),
            source.timed(),
            reading.options(),
            source.request());
    return new Capture.Bytes(
        source.name(),
        source.isOneOfSeveral(),
        source.status(),
        source.secrets(),
        /* isRecording= */ false,
        new SliceEntries(header, slices, source));
  }
}
