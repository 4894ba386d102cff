package dev.weir.cli.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.weir.cli.input.HttpHead;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request as a client sent it.
 *
 * @param text all of it, exactly
 * @param path what it asks for, with its query
 */
record RequestHead(String text, String method, String path, HttpHead fields) {
  private static final Pattern FIRST_LINE =
      Pattern.compile("([A-Z]{1,20}) (/\\S*|\\*) HTTP/1\\.[01]\r?\n");
  private static final Pattern HOST = Pattern.compile("(?im)^(host:[ \t]*)([^\r\n]*)");

  /** Reads a head; {@code null} if it is not one of HTTP/1. */
  static @Nullable RequestHead parse(String text) {
    Matcher first = FIRST_LINE.matcher(text);
    return first.lookingAt()
        ? new RequestHead(text, first.group(1), first.group(2), HttpHead.parse(text))
        : null;
  }

  /** The same head for the server that it is passed on to: only the host and the path change. */
  byte[] passedTo(TapTarget target) {
    String other =
        HOST.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(target.authority()));
    if (!target.path().isEmpty()) {
      other = method + " " + target.path() + other.substring(method.length() + 1);
    }
    return other.getBytes(ISO_8859_1);
  }

  boolean hasBody() {
    return fields.isChunked() || fields.length() > 0;
  }

  /** Whether another protocol follows if the server agrees. */
  boolean isUpgrade() {
    return fields.headers().containsKey("upgrade");
  }

  /** The dialect in which such a path is answered; {@code null} if that is not known. */
  @Nullable Dialect dialect() {
    int query = path.indexOf('?');
    String place = query < 0 ? path : path.substring(0, query);
    return Dialects.all().stream().filter(d -> d.answersAt(place)).findFirst().orElse(null);
  }
}
