package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.EventJson;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Decodes whole streams for tests. */
public final class Decoded {
  private Decoded() {}

  public static List<StreamEvent> events(Dialect dialect, List<byte[]> slices) {
    return events(dialect, DecodeOptions.DEFAULT, slices);
  }

  public static List<StreamEvent> events(
      Dialect dialect, DecodeOptions options, List<byte[]> slices) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(dialect, options);
    slices.forEach(slice -> decoder.feed(slice, events::add));
    decoder.end(events::add);
    return events;
  }

  public static List<StreamEvent> events(Dialect dialect, String stream) {
    return events(dialect, List.of(stream.getBytes(UTF_8)));
  }

  /** Events as JSON lines, which tests can show side by side. */
  public static String lines(Dialect dialect, String stream) {
    return counted(events(dialect, stream)).stream()
        .map(EventJson::write)
        .collect(Collectors.joining("\n"));
  }

  public static Response response(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    counted(events).forEach(assembler::accept);
    return assembler.response();
  }

  public static Response response(Dialect dialect, String stream) {
    return response(events(dialect, stream));
  }

  /** The same events with the counts alone; the provider's own numbers have their own tests. */
  public static List<StreamEvent> counted(List<StreamEvent> events) {
    return events.stream().map(Decoded::counted).toList();
  }

  private static StreamEvent counted(StreamEvent event) {
    if (event instanceof UsageUpdate update) {
      return new UsageUpdate(update.usage().withRaw(null), update.passUsage());
    }
    if (event instanceof ResponseEnd end && end.usage() != null) {
      Usage counts = end.usage().withRaw(null);
      return new ResponseEnd(end.verdict(), end.word(), counts, end.passUsage(), end.reasoning());
    }
    return event;
  }

  /** Chunks as the SSE stream that a provider would send. */
  public static String sse(String... chunks) {
    StringBuilder stream = new StringBuilder();
    for (String chunk : chunks) {
      stream.append("data: ").append(chunk).append("\n\n");
    }
    return stream.toString();
  }
}
