package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page's files by request path: {@code /}, {@code /page/…}, and {@code /page/<hash>/…}, where
 * they never change: the hash is that of all of them, and the document names it. There {@code
 * app.js} and {@code style.css} are all modules and all styles in one. Read from the class path
 * once each, then kept.
 *
 * <p>Those are put together beside the start of the gateway, which would take a tenth longer
 * otherwise; who asks for the page before that is done waits for it.
 *
 * <p>Safe for several threads.
 */
public final class PageFiles {

  /**
   * Plain names only: no dot but the one before the extension, so that no path leaves the folder.
   */
  private static final Pattern PATH =
      Pattern.compile("/page/(?:([0-9a-f]{16})/)?((?:[a-z-]+/)?[a-z-]+\\.(html|css|js|svg))");

  private static final int HASH_DIGITS = 16;

  private final Map<String, PageFile> files = new ConcurrentHashMap<>();
  private final CompletableFuture<Joined> joined =
      CompletableFuture.supplyAsync(PageFiles::join, Thread::startVirtualThread);

  /** All modules in one and all styles in one, and the hash of all that has it in its path. */
  private record Joined(PageBundle bundle, String script, String styles, String hash) {}

  private static Joined join() {
    var bundle = new PageBundle(PageFiles::text);
    String script = bundle.script();
    String styles = bundle.styles(text("index.html"));
    return new Joined(bundle, script, styles, hash(bundle, script, styles));
  }

  /** The file for a request path, which has no query. */
  public Optional<PageFile> find(String path) {
    PageFile known = files.get(path);
    if (known != null) {
      return Optional.of(known);
    }
    Matcher matcher = PATH.matcher(path.equals("/") ? "/page/index.html" : path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    boolean isFixed = matcher.group(1) != null;
    String name = matcher.group(2);
    if (isFixed && !joined.join().hash().equals(matcher.group(1))) {
      return Optional.empty();
    }
    byte[] bytes = isFixed ? fixed(name) : path.equals("/") ? document() : read(name);
    if (bytes == null) {
      return Optional.empty();
    }
    String policy = name.equals("frame.html") ? PagePolicy.FRAME : PagePolicy.PAGE;
    PageFile file = new PageFile(bytes, contentType(matcher.group(3)), policy, isFixed);
    files.put(path, file);
    return Optional.of(file);
  }

  private byte[] document() {
    Joined parts = joined.join();
    return parts.bundle().document(text("index.html"), parts.hash()).getBytes(UTF_8);
  }

  private byte @Nullable [] fixed(String name) {
    return switch (name) {
      case "app.js" -> joined.join().script().getBytes(UTF_8);
      case "style.css" -> joined.join().styles().getBytes(UTF_8);
      default -> read(name);
    };
  }

  private static String hash(PageBundle bundle, String script, String styles) {
    var all = new StringBuilder(script).append(styles).append(text("theme.js"));
    bundle.lazy().stream().sorted().forEach(each -> all.append(text(each)));
    for (PageLibrary library : PageLibrary.values()) {
      all.append(library.sha256);
    }
    return PageFile.sha256(all.toString().getBytes(UTF_8)).substring(0, HASH_DIGITS);
  }

  private static String text(String name) {
    byte[] bytes = read(name);
    if (bytes == null) {
      throw new IllegalStateException("The page names a file that it does not have: " + name);
    }
    return new String(bytes, UTF_8);
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
