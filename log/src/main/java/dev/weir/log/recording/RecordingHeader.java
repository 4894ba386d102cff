package dev.weir.log.recording;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says about its stream before the first byte.
 *
 * @param provider who was asked, where that is known
 * @param modelName which model was asked, where that is known
 * @param timed whether the offsets are times of arrival; false for bytes that were read from a file
 * @param options how the stream was decoded, so that a replay gives the same events
 * @param request what was asked; absent for bytes captured elsewhere
 */
public record RecordingHeader(
    Dialect dialect,
    @Nullable String provider,
    @Nullable String modelName,
    Instant startedAt,
    boolean timed,
    DecodeOptions options,
    @Nullable Request request) {

  /** The version that this code writes, and the newest that it reads. */
  public static final int VERSION = 1;

  /** The request without its body. Secrets are taken out when it is made, not when it is shown. */
  public record Request(String method, String url, Map<String, String> headers) {
    public Request {
      url = Secrets.hideInUrl(url);
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(Secrets.hideInHeaders(headers)));
    }
  }

  /**
   * Of bytes that somebody else fetches, with the usual options.
   *
   * @param startedAt what the offsets are counted from
   */
  public static RecordingHeader of(Dialect dialect, Instant startedAt) {
    return new RecordingHeader(
        dialect, null, null, startedAt, /* timed= */ true, DecodeOptions.DEFAULT, null);
  }

  /** With another model that was asked for. */
  public RecordingHeader withModelName(@Nullable String name) {
    return new RecordingHeader(dialect, provider, name, startedAt, timed, options, request);
  }
}
