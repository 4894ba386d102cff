package dev.weir.gateway.http;

import dev.weir.gateway.security.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One route. A request without a route is not answered.
 *
 * @param path with at most one name in braces, which stands for one segment, a model's for several,
 *     and a chat's for one in which anything is encoded; a star at the end for all that follows
 * @param beginning the path as far as it stands for itself alone
 */
record PathRule(
    String method, String path, String beginning, Pattern pattern, Level level, Endpoint endpoint) {

  static PathRule of(String method, String path, Level level, Endpoint endpoint) {
    String regex =
        path.replace("{model}", "([A-Za-z0-9._:/@%+~-]{1,200})")
            .replace("{chat}", "([A-Za-z0-9._~!'()%-]{1,400})")
            .replaceAll("\\{\\w+}", "([A-Za-z0-9._-]{1,64})")
            .replace("*", "([A-Za-z0-9._/@-]{1,200})");
    String beginning = path.split("[{*]", 2)[0];
    return new PathRule(method, path, beginning, Pattern.compile(regex), level, endpoint);
  }

  /** What stands where the path has a name, empty if it has none; absent if it does not match. */
  @Nullable String match(String asked) {
    if (beginning.length() == path.length()) {
      return asked.equals(path) ? "" : null;
    }
    if (!asked.startsWith(beginning)) {
      return null;
    }
    Matcher matcher = pattern.matcher(asked);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
