package dev.weir.codec.request;

import dev.weir.codec.request.Content.Attachment;
import dev.weir.codec.request.Content.Source.Inline;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks the pictures and files of a request, as providers do. */
public final class Attached {
  /** With or without padding, in either of the two alphabets; lines may be broken. */
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_\\-\\s]++={0,2}\\s*+");

  private Attached() {}

  /**
   * Checks all of them.
   *
   * @throws IllegalArgumentException if one cannot be decoded
   */
  public static void check(List<Message> messages) {
    for (Message message : messages) {
      if (message instanceof Message.User user) {
        user.contents().forEach(Attached::check);
      }
    }
  }

  private static void check(Content content) {
    if (content instanceof Attachment attachment
        && attachment.source() instanceof Inline inline
        && !isBase64(inline.base64())) {
      String where = attachment.note().origin() == null ? "" : attachment.note().origin().path();
      throw new IllegalArgumentException(
          "%s: the data of this %s is not base64"
              .formatted(where, attachment.kind().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static boolean isBase64(String text) {
    return BASE64.matcher(text).matches();
  }
}
