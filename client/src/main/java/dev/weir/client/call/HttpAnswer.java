package dev.weir.client.call;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one exchange has answered so far: its head, and its body if that is an error. */
final class HttpAnswer {
  private static final int MAX_ERROR_BODY = 64 << 10;

  private @Nullable ByteArrayOutputStream errorBody;
  private int status;
  private Map<String, String> headers = Map.of();
  private boolean anySlice;

  void begin(int newStatus, Map<String, String> newHeaders) {
    status = newStatus;
    headers = newHeaders;
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  boolean isRefusal() {
    return status < 200 || status >= 300;
  }

  @Nullable String requestId() {
    return HttpErrors.requestId(headers, Json.Null.NULL);
  }

  /** What is wrong with the head of a response that is not a refusal. */
  @Nullable ProviderError wrongHead() {
    return StreamHead.wrong(status, headers);
  }

  /** Whether the next slice is the first; true only once. */
  boolean isBeginning() {
    boolean isFirst = !anySlice;
    anySlice = true;
    return isFirst;
  }

  /**
   * What is wrong with the first slice.
   *
   * @param isRest whether it should continue a stream that broke
   */
  @Nullable ProviderError wrongBeginning(Bytes slice, boolean isRest) {
    ProviderError wrong = StreamHead.wrong(status, headers, slice);
    if (wrong == null && isRest) {
      wrong = StreamHead.wrongRest(status, headers, slice);
    }
    if (wrong == null) {
      // Nobody asks for them any more, and the stream may be long.
      headers = Map.of();
    }
    return wrong;
  }

  /** Keeps a slice of an error's body; returns whether enough is kept. */
  boolean keep(Bytes slice) {
    ByteArrayOutputStream kept = errorBody == null ? new ByteArrayOutputStream() : errorBody;
    int room = MAX_ERROR_BODY - kept.size();
    kept.write(slice.array(), slice.from(), Math.min(slice.length(), room));
    errorBody = kept;
    return slice.length() >= room;
  }

  byte[] errorBody() {
    return errorBody == null ? new byte[0] : errorBody.toByteArray();
  }

  ProviderError refusal(Instant now) {
    return HttpErrors.of(status, headers, errorBody(), now);
  }
}
