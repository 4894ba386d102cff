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
 * @param framing turns the frames of one stream into bytes
 * @param idle what keeps a connection alive while nothing comes, and means nothing; empty if there
 *     is no such thing
 */
public record StreamForm(String contentType, Supplier<FrameEncoder> framing, String idle) {
  private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";

  public static final StreamForm EVENTS =
      new StreamForm(EVENT_STREAM, SseEncoder::lf, ": beat\n\n");

  /** Events whose lines end as Google's do. */
  public static final StreamForm CRLF_EVENTS =
      new StreamForm(EVENT_STREAM, SseEncoder::crlf, ": beat\r\n\r\n");

  public static final StreamForm LINES =
      new StreamForm("application/x-ndjson", NdjsonEncoder::new, /* idle= */ "");

  /** One JSON array that grows. */
  public static final StreamForm ARRAY =
      new StreamForm("application/json; charset=utf-8", JsonArrayEncoder::new, "\n");

  /** The same frames, with something else between them while nothing comes. */
  public StreamForm withIdle(String other) {
    return new StreamForm(contentType, framing, other);
  }

  /** The same with another framing. */
  public StreamForm withFraming(Supplier<FrameEncoder> other) {
    return new StreamForm(contentType, other, idle);
  }

  /** The same frames under another name. */
  public StreamForm withContentType(String other) {
    return new StreamForm(other, framing, idle);
  }
}
