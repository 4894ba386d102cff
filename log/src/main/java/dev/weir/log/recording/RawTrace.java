package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.log.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one call as it was on the wire: the request without its secrets, the response byte for
 * byte.
 *
 * <p>Names are made here, from the time and a number; nothing that a model or a client says becomes
 * part of a path. Belongs to one call and one thread at a time.
 */
public final class RawTrace implements AutoCloseable {
  /** The environment variable that names the folder. */
  public static final String VARIABLE = "WEIR_DEBUG_TRACE";

  private static final int MAX_NAMES = 10_000;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, 64 << 20);

  private final Path folder;
  private final String name;
  private final Secrets secrets;
  private final SecretSieve sieve;
  private @Nullable OutputStream body;

  private RawTrace(Path folder, String name, Secrets secrets) {
    this.folder = folder;
    this.name = name;
    this.secrets = secrets;
    this.sieve = new SecretSieve(secrets);
  }

  /** Begins the trace of a call by writing its request. */
  public static RawTrace begin(
      Path folder,
      Instant at,
      String method,
      String url,
      Map<String, String> headers,
      byte[] requestBody,
      Secrets secrets)
      throws IOException {
    PrivateFiles.createFolders(folder);
    var head = new StringBuilder();
    head.append(method).append(' ').append(Secrets.hideInUrl(url)).append('\n');
    headers(head, headers);
    head.append('\n').append(safeBody(requestBody)).append('\n');
    byte[] request = secrets.hide(head.toString()).getBytes(UTF_8);
    for (int number = 0; number < MAX_NAMES; number++) {
      String name = NAME.format(at) + (number == 0 ? "" : "-" + number);
      try (OutputStream out = PrivateFiles.create(folder.resolve(name + ".request.txt"))) {
        out.write(request);
        return new RawTrace(folder, name, secrets);
      } catch (FileAlreadyExistsException taken) {
        // Another call in the same millisecond.
      }
    }
    throw new IOException("%s is full of traces of %s; clear it".formatted(folder, at));
  }

  /** The name of its files without their extensions, so that others can be put beside them. */
  public String name() {
    return name;
  }

  /** The http response began. */
  public void response(int status, Map<String, String> headers) throws IOException {
    var head = new StringBuilder().append(status).append('\n');
    headers(head, headers);
    try (OutputStream out = PrivateFiles.create(folder.resolve(name + ".response.txt"))) {
      out.write(secrets.hide(head.toString()).getBytes(UTF_8));
    }
  }

  /** Bytes of the response came. */
  public void arrived(byte[] slice) throws IOException {
    OutputStream known = body;
    OutputStream out =
        known == null ? PrivateFiles.create(folder.resolve(name + ".response.bin")) : known;
    body = out;
    sieve.feed(slice, /* atMicros= */ 0, (safe, at) -> out.write(safe));
  }

  @Override
  public void close() throws IOException {
    OutputStream known = body;
    if (known != null) {
      try (known) {
        sieve.end((safe, at) -> known.write(safe));
      }
    }
  }

  private static void headers(StringBuilder head, Map<String, String> headers) {
    Secrets.hideInHeaders(headers)
        .forEach((name, value) -> head.append(name).append(": ").append(value).append('\n'));
  }

  private static String safeBody(byte[] body) {
    try {
      return Secrets.hideInBody(READER.read(Bytes.of(body))).toText();
    } catch (JsonException notJson) {
      return "(%,d bytes that are not JSON)".formatted(body.length);
    }
  }
}
