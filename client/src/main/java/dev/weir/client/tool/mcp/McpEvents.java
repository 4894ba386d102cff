package dev.weir.client.tool.mcp;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.sse.SseDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * Reads event streams until the answer to one request has come, over as many connections as it
 * takes. Other messages are handed over too. Belongs to one thread.
 */
final class McpEvents {
  private static final int READ_BYTES = 8192;
  private static final long USUAL_PAUSE_MILLIS = 1000;
  private static final long LONGEST_PAUSE_MILLIS = 30_000;

  private final long requestId;
  private final McpChannel.Sink sink;
  private String lastEventId = "";
  private long pauseMillis = USUAL_PAUSE_MILLIS;
  private boolean isAnswered;

  McpEvents(long requestId, McpChannel.Sink sink) {
    this.requestId = requestId;
    this.sink = sink;
  }

  /** The event after which to resume, or empty if the server does not say. */
  String lastEventId() {
    return lastEventId;
  }

  /** How long to wait before resuming. */
  Duration pause() {
    return Duration.ofMillis(pauseMillis);
  }

  /** Reads up to the answer or the end of the stream; returns whether the answer has come. */
  boolean read(InputStream body) throws IOException {
    SseDecoder decoder = SseDecoder.strict(McpLimits.MAX_MESSAGE_BYTES);
    byte[] buffer = new byte[READ_BYTES];
    try {
      for (int n = body.read(buffer); n >= 0 && !isAnswered; n = body.read(buffer)) {
        decoder.feed(Arrays.copyOf(buffer, n), this::frame);
        lastEventId = decoder.lastEventId().isEmpty() ? lastEventId : decoder.lastEventId();
        decoder
            .retryMillis()
            .ifPresent(millis -> pauseMillis = Math.min(millis, LONGEST_PAUSE_MILLIS));
        if (isAnswered) {
          break;
        }
      }
    } catch (LimitExceededException tooMuch) {
      throw new McpException(String.valueOf(tooMuch.getMessage()), tooMuch);
    } catch (JsonException malformed) {
      throw new McpException("An event is not a message: " + malformed.getMessage(), malformed);
    }
    return isAnswered;
  }

  private void frame(Frame frame) {
    // An event without data only gives a number after which to resume.
    if (frame.data().length() == 0) {
      return;
    }
    Json message = McpSession.READER.read(frame.data());
    Long id = message.get("id").number();
    boolean isAnswer = id != null && id == requestId && !message.has("method");
    isAnswered |= isAnswer;
    sink.message(message);
  }
}
