package dev.weir.gateway.http;

import dev.weir.gateway.page.PageFile;
import dev.weir.gateway.page.PageFiles;
import io.vertx.core.buffer.Buffer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The page and its files, each with the content security policy that it needs. */
final class PageEndpoint implements Endpoint {
  private final PageFiles files = new PageFiles();

  @Override
  public void answer(Answering exchange) {
    String path = exchange.request().path();
    PageFile file = path == null ? null : files.find(path).orElse(null);
    if (file == null) {
      exchange.fail(404, "no_file", "The page has no such file");
      return;
    }
    var headers = exchange.response().headers();
    headers.set("Content-Security-Policy", file.policy());
    if (file.policy().contains("frame-ancestors 'self'")) {
      headers.remove("X-Frame-Options");
    }
    headers
        .set("ETag", file.etag())
        .set("Vary", "Accept-Encoding")
        .set("Cache-Control", file.isFixed() ? "public, max-age=31536000, immutable" : "no-cache");
    if (file.etag().equals(exchange.request().getHeader("If-None-Match"))) {
      exchange.send(304, file.contentType(), Buffer.buffer());
    } else if (takesGzip(exchange.request().getHeader("Accept-Encoding"))) {
      headers.set("Content-Encoding", "gzip");
      exchange.send(200, file.contentType(), Buffer.buffer(file.zipped()));
    } else {
      exchange.send(200, file.contentType(), Buffer.buffer(file.bytes()));
    }
  }

  /** Browsers name it plainly; a client that refuses it with a weight gets the file as it is. */
  private static boolean takesGzip(@Nullable String encodings) {
    return encodings != null
        && Stream.of(encodings.split(",", -1)).anyMatch(each -> each.strip().equals("gzip"));
  }
}
