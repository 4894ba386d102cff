package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import org.jspecify.annotations.Nullable;

/** Pictures, documents and whatever else goes along with a request. */
public final class Attachments {
  private static final String DATA = "data:";
  private static final String BASE64 = ";base64,";

  private Attachments() {}

  public static String dataUrl(String mediaType, String base64) {
    return DATA + mediaType + BASE64 + base64;
  }

  /** What a URL holds that holds its own data. */
  public record Data(String mediaType, String base64) {

    /** The data of a URL; {@code null} if it is an address. */
    public static @Nullable Data of(String url) {
      int comma = url.startsWith(DATA) ? url.indexOf(BASE64) : -1;
      return comma < 0
          ? null
          : new Data(url.substring(DATA.length(), comma), url.substring(comma + BASE64.length()));
    }
  }

  /** A picture by its URL, which may hold the picture itself. */
  public static Content imageOf(String url) {
    Data data = Data.of(url);
    return data == null
        ? new Content.ImageAt(url)
        : new Content.Image(data.mediaType(), data.base64());
  }

  /** What only one dialect has, if it is this one. */
  public static Json own(String dialect, Content.Other other) {
    if (!other.dialect().equals(dialect)) {
      throw new IllegalArgumentException(
          "%s cannot carry a part that only %s has; leave it out or ask in %s"
              .formatted(dialect, other.dialect(), other.dialect()));
    }
    return other.json();
  }

  /** For a dialect whose messages have no parts of their own. */
  public static IllegalArgumentException noParts(String dialect) {
    return new IllegalArgumentException(
        "%s takes text and pictures and nothing else".formatted(dialect));
  }

  public static IllegalArgumentException noFiles(String dialect) {
    return new IllegalArgumentException(
        "%s takes no documents; put what they say into the text".formatted(dialect));
  }

  public static IllegalArgumentException cannotFetch(String dialect, String url) {
    return new IllegalArgumentException(
        "%s does not fetch pictures or documents itself, saw one at %s; fetch it and send its bytes"
            .formatted(dialect, url));
  }
}
