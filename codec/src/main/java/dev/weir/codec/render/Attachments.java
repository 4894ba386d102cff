package dev.weir.codec.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Pictures, documents and whatever else is attached to a request. */
public final class Attachments {
  private static final String DATA = "data:";
  private static final String BASE64 = ";base64,";

  private Attachments() {}

  public static String dataUrl(String mediaType, String base64) {
    return DATA + mediaType + BASE64 + base64;
  }

  /** The data inside a {@code data:} URL. */
  public record Data(String mediaType, String base64) {

    /** The data of a URL; {@code null} if it is an address. */
    public static @Nullable Data of(String url) {
      int comma = url.startsWith(DATA) ? url.indexOf(BASE64) : -1;
      return comma < 0
          ? null
          : new Data(url.substring(DATA.length(), comma), url.substring(comma + BASE64.length()));
    }
  }

  /** A picture by its URL, which may contain the picture itself. */
  public static Content imageOf(String url) {
    Data data = Data.of(url);
    return data == null ? Content.imageAt(url) : Content.image(data.mediaType(), data.base64());
  }

  /** Where a URL leads; it may contain the data itself. */
  public static Source sourceOf(String url) {
    Data data = Data.of(url);
    return data == null
        ? new Source.At(url, null)
        : new Source.Inline(data.mediaType(), data.base64());
  }

  /** A document by its data; some clients send it without a type, which then means PDF. */
  public static Source fileOf(String data) {
    Source source = sourceOf(data);
    return source instanceof Source.At at && !isPublic(at)
        ? new Source.Inline("application/pdf", data)
        : source;
  }

  /** Whether anyone can fetch it; a bucket is known only to its own provider. */
  public static boolean isPublic(Source.At at) {
    return at.url().startsWith("https://") || at.url().startsWith("http://");
  }

  /** The URL of what is attached or fetched; {@code null} if there is none. */
  public static @Nullable String url(Source source) {
    return switch (source) {
      case Source.Inline inline -> dataUrl(inline.mediaType(), inline.base64());
      case Source.At at -> isPublic(at) ? at.url() : null;
      case Source.Stored stored -> null;
      case Source.Plain plain -> null;
    };
  }

  /** What a document says, if it is just text; else {@code null}. */
  public static @Nullable String textOf(Source source) {
    if (source instanceof Source.Plain plain) {
      return plain.text();
    }
    if (source instanceof Source.Inline inline && inline.mediaType().startsWith("text/")) {
      try {
        return new String(Base64.getMimeDecoder().decode(inline.base64()), UTF_8);
      } catch (IllegalArgumentException notBase64) {
        return null;
      }
    }
    return null;
  }

  /** Why an attachment is not written. */
  public static String lacks(String dialect, Content.Attachment shown) {
    String what =
        switch (shown.kind()) {
          case IMAGE -> "pictures";
          case DOCUMENT -> "documents";
          case AUDIO -> "sound";
          case VIDEO -> "films";
        };
    return switch (shown.source()) {
      case Source.Inline inline ->
          "%s takes no %s (%s)".formatted(dialect, what, inline.mediaType());
      case Source.At at ->
          "%s does not fetch %s itself, saw one at %s; fetch it and send its bytes"
              .formatted(dialect, what, at.url());
      case Source.Stored stored ->
          "%s does not know what another provider keeps as %s".formatted(dialect, stored.id());
      case Source.Plain plain -> "%s takes no %s".formatted(dialect, what);
    };
  }
}
