package dev.weir.codec.request;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;

/** Writes and reads requests of a dialect for tests, as a client and a server of it would. */
public final class Rewritten {
  /** What a path would name where a body does not. */
  private static final String IN_PATH = "gemini-2.5-flash";

  private Rewritten() {}

  /** The body of a request, with the vendor's options in it. */
  public static Json write(Dialect dialect, Request request) {
    String named = request.modelName();
    String model = named == null ? IN_PATH : named;
    Rendered rendered = dialect.clientSide().orElseThrow().write(request, model, Style.DEFAULT);
    return Tree.merged(rendered.body(), new Json.Fields(request.vendorOptions()));
  }

  public static Request read(Dialect dialect, Json body) {
    var endpoint = new Endpoint("", /* streams= */ true, dialect.streamForm());
    return dialect.serverSide().orElseThrow().read(body, endpoint).request();
  }
}
