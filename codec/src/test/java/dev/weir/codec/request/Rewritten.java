package dev.weir.codec.request;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import java.util.Set;

/** Writes and reads requests of a dialect for tests, as a client and a server of it would. */
public final class Rewritten {
  /** What a path would name where a body does not. */
  private static final String IN_PATH = "gemini-2.5-flash";

  private static final Set<String> NAMED_IN_PATH = Set.of("gemini", "bedrock");

  private Rewritten() {}

  /** The body of a request, with the vendor's options in it. */
  public static Json write(Dialect dialect, Request request) {
    String named = request.modelName();
    String model = named == null ? IN_PATH : named;
    Rendered rendered = dialect.clientSide().orElseThrow().write(request, model, Style.DEFAULT);
    return Tree.merged(rendered.body(), new Json.Fields(request.vendorOptions()));
  }

  /** A body read, and written again just as its client asked. */
  static Rendered again(Dialect dialect, Json body) {
    return translated(dialect, dialect, body);
  }

  /** A body read in one dialect and written in another, just as its client asked. */
  static Rendered translated(Dialect from, Dialect to, Json body) {
    var endpoint = new Endpoint("", /* streams= */ false, from.streamForm());
    ReadRequest read = from.requestReader().orElseThrow().read(body, endpoint);
    String named = read.request().modelName();
    boolean wantsName = NAMED_IN_PATH.contains(to.word()) || !from.equals(to);
    String model = named != null && from.equals(to) ? named : wantsName ? IN_PATH : "";
    return to.clientSide()
        .orElseThrow()
        .write(read.request(), model, Style.DEFAULT.asAsked(read.isStreamed()));
  }

  public static Request read(Dialect dialect, Json body) {
    var endpoint = new Endpoint("", /* streams= */ true, dialect.streamForm());
    return dialect.requestReader().orElseThrow().read(body, endpoint).request();
  }
}
