package dev.weir.codec.frontend;

import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Note;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes content of what a user shows, in the terms of front ends. */
public final class Shown {
  private static final Pattern DATA = Pattern.compile("data:[^,]*;base64,([A-Za-z0-9+/]+={0,2})");

  private Shown() {}

  /**
   * What is at an address, which may contain the data itself.
   *
   * @param path where it is in the body
   */
  public static Content at(
      String url, @Nullable String mediaType, @Nullable String name, String path) {
    Content.Kind kind = kind(mediaType == null ? "" : mediaType);
    if (Citations.isPage(url)) {
      return of(kind, new Content.Source.At(url, mediaType), name);
    }
    Matcher data = DATA.matcher(url);
    if (!data.matches() || mediaType == null) {
      throw new BadRequestException(
          path, "a file needs a media type, and a url that is https: or data: with base64");
    }
    return of(kind, new Content.Source.Inline(mediaType, data.group(1)), name);
  }

  private static Content of(Content.Kind kind, Content.Source source, @Nullable String name) {
    return new Content.Attachment(kind, source, name, /* detail= */ null, Note.NONE);
  }

  private static Content.Kind kind(String mediaType) {
    return switch (mediaType.replaceFirst("/.*", "")) {
      case "image" -> Content.Kind.IMAGE;
      case "audio" -> Content.Kind.AUDIO;
      case "video" -> Content.Kind.VIDEO;
      default -> Content.Kind.DOCUMENT;
    };
  }
}
