package dev.weir.gateway.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page's files by request path: {@code /} and {@code /page/…}. Read from the class path once
 * each, then kept.
 *
 * <p>Safe for several threads.
 */
public final class PageFiles {

  /**
   * Plain names only: no dot but the one before the extension, so that no path leaves the folder.
   */
  private static final Pattern PATH =
      Pattern.compile("/page/((?:[a-z-]+/)?[a-z-]+\\.(html|css|js|svg))");

  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  /** The file for a request path, which has no query. */
  public Optional<PageFile> find(String path) {
    Matcher matcher = PATH.matcher(path.equals("/") ? "/page/index.html" : path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    PageFile known = files.get(path);
    if (known != null) {
      return Optional.of(known);
    }
    byte[] bytes = read(matcher.group(1));
    if (bytes == null) {
      return Optional.empty();
    }
    String policy = path.equals("/page/frame.html") ? PagePolicy.FRAME : PagePolicy.PAGE;
    PageFile file = new PageFile(bytes, contentType(matcher.group(2)), policy);
    files.put(path, file);
    return Optional.of(file);
  }

  private static String contentType(String ending) {
    return switch (ending) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      default -> "image/svg+xml";
    };
  }

  private static byte @Nullable [] read(String name) {
    if (!name.startsWith("lib/")) {
      return resource("/page/" + name);
    }
    Optional<PageLibrary> library =
        Arrays.stream(PageLibrary.values())
            .filter(each -> name.equals("lib/" + each.file))
            .findAny();
    return library.isEmpty() ? null : read(library.get());
  }

  private static byte[] read(PageLibrary library) {
    byte[] bytes = resource(library.resource);
    if (bytes == null) {
      throw new IllegalStateException(
          "The class path has no "
              + library.resource
              + "; its version must be the one that the build depends on");
    }
    String seen = PageFile.sha256(bytes);
    if (!seen.equals(library.sha256)) {
      throw new IllegalStateException(
          library.resource
              + " has the SHA-256 "
              + seen
              + ", expected "
              + library.sha256
              + "; check where the jar comes from before pinning a new hash");
    }
    return bytes;
  }

  private static byte @Nullable [] resource(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + name + " from the class path", e);
    }
  }
}
