package dev.weir.client.call;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes from the head of an http response of status 200 that it is not a stream: a proxy's
 * page, a picture, compressed bytes. Content types that servers get wrong, such as {@code
 * text/plain}, are left to the decoder, which knows a stream when it sees one.
 */
final class StreamHead {
  private static final List<String> NO_STREAMS =
      List.of(
          "text/html",
          "application/xhtml",
          "application/xml",
          "text/xml",
          "text/css",
          "text/javascript",
          "application/pdf",
          "application/zip",
          "application/gzip",
          "image/",
          "audio/",
          "video/",
          "font/",
          "multipart/");

  private StreamHead() {}

  static @Nullable ProviderError wrong(int status, Map<String, String> headers) {
    String id = HttpErrors.requestId(headers, Json.Null.NULL);
    String coding = headers.getOrDefault("content-encoding", "").toLowerCase(Locale.ROOT).strip();
    if (!coding.isEmpty() && !coding.equals("identity")) {
      return ProviderError.malformed(
          status,
          "unasked_encoding",
          "The http response is compressed (%s) though plain bytes were asked for; check what stands in front of the provider"
              .formatted(coding),
          id);
    }
    String type = headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
    if (NO_STREAMS.stream().anyMatch(type::startsWith)) {
      return ProviderError.malformed(
          status,
          "wrong_content_type",
          "The http response has status %d but is %s, not a stream; check the base URL and what stands in front of the provider"
              .formatted(status, type),
          id);
    }
    return null;
  }

  /** Looks at the first slice as well, for servers that say nothing or the wrong thing. */
  static @Nullable ProviderError wrong(int status, Map<String, String> headers, Bytes slice) {
    byte[] a = slice.array();
    int at = slice.from();
    boolean isPacked = slice.length() > 1 && (a[at] & 0xff) == 0x1f && (a[at + 1] & 0xff) == 0x8b;
    while (at < slice.to() && a[at] <= ' ' && a[at] > 0) {
      at++;
    }
    boolean isMarkup = at < slice.to() && a[at] == '<';
    if (!isPacked && !isMarkup) {
      return null;
    }
    return ProviderError.malformed(
        status,
        isPacked ? "unasked_encoding" : "wrong_content_type",
        isPacked
            ? "The http response is compressed (gzip) though plain bytes were asked for"
            : "The http response has status %d but holds a page, not a stream; check the base URL"
                .formatted(status),
        HttpErrors.requestId(headers, Json.Null.NULL));
  }

  /** Recognizes that what should be the rest of a stream is a whole JSON body instead. */
  static @Nullable ProviderError wrongRest(int status, Map<String, String> headers, Bytes slice) {
    byte first = slice.length() == 0 ? 0 : slice.array()[slice.from()];
    boolean isJson = first == '{' || first == '[';
    return isJson
        ? ProviderError.malformed(
            status,
            "no_stream",
            "The rest of the stream was asked for, and a JSON body came instead; this provider cannot resume a response",
            HttpErrors.requestId(headers, Json.Null.NULL))
        : null;
  }
}
