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
 */
record PathRule(String method, String path, Pattern pattern, Level level, Endpoint endpoint) {

  static PathRule of(String method, String path, Level level, Endpoint endpoint) {
    String regex =
        path.replace("{model}", "([A-Za-z0-9._:/@%+~-]{1,200})")
            .replace("{chat}", "([A-Za-z0-9._~!'()%-]{1,400})")
            .replaceAll("\\{\\w+}", "([A-Za-z0-9._-]{1,64})")
            .replace("*", "([A-Za-z0-9._/@-]{1,200})");
    return new PathRule(method, path, Pattern.compile(regex), level, endpoint);
  }

  /** What stands where the path has a name, empty if it has none; absent if it does not match. */
  @Nullable String match(String asked) {
    Matcher matcher = pattern.matcher(asked);
    if (!matcher.matches()) {
      return null;
    }
    return matcher.groupCount() == 0 ? "" : matcher.group(1);
  }
}
