package dev.weir.codec.dialect;

import dev.weir.codec.FrameEncoder;
import dev.weir.codec.jsonarray.JsonArrayEncoder;
import dev.weir.codec.ndjson.NdjsonEncoder;
import dev.weir.codec.sse.SseEncoder;
import java.util.function.Supplier;

/**
 * How the frames of a stream travel over HTTP.
 *
 * @param contentType what the http response says of its body
 * @param framing puts the frames of one stream into bytes
 */
public record StreamForm(String contentType, Supplier<FrameEncoder> framing) {
  private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";

  public static final StreamForm EVENTS = new StreamForm(EVENT_STREAM, SseEncoder::lf);

  /** Events whose lines end as Google's do. */
  public static final StreamForm CRLF_EVENTS = new StreamForm(EVENT_STREAM, SseEncoder::crlf);

  public static final StreamForm LINES = new StreamForm("application/x-ndjson", NdjsonEncoder::new);

  /** One JSON array that grows. */
  public static final StreamForm ARRAY =
      new StreamForm("application/json; charset=utf-8", JsonArrayEncoder::new);

  /** The same frames under another name. */
  public StreamForm withContentType(String other) {
    return new StreamForm(other, framing);
  }
}
