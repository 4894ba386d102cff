package dev.weir.cli;

import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.RequestReader;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes request bodies of one dialect in another, as the gateway does between a client and a
 * provider.
 */
final class RequestTranslator {
  /** Stands for the model in a path, which is not printed. */
  private static final String ANY_MODEL = "model";

  private final RequestReader reader;
  private final ClientSide writer;
  private final boolean isStraight;
  private final boolean isNamedInPath;
  private final Endpoint endpoint;
  private final @Nullable String modelName;

  /**
   * Prepares to translate requests.
   *
   * @param modelName the model to ask instead of the one that a request names
   * @throws IllegalArgumentException if Weir does not read or write requests of a dialect
   */
  RequestTranslator(Dialect from, Dialect to, @Nullable String modelName) {
    this.reader =
        from.requestReader().orElseThrow(() -> new IllegalArgumentException(cannot("read", from)));
    this.writer =
        to.clientSide().orElseThrow(() -> new IllegalArgumentException(cannot("write", to)));
    this.isStraight = from.equals(to);
    this.isNamedInPath = to.serverSide().filter(side -> side.path().contains("MODEL")).isPresent();
    this.endpoint = new Endpoint("", /* streams= */ false, from.streamForm());
    this.modelName = modelName;
  }

  private static String cannot(String verb, Dialect dialect) {
    return "Weir does not %s requests of %s".formatted(verb, dialect.word());
  }

  /**
   * Translates one body.
   *
   * @return its body and what was lost
   * @throws BadRequestException if it is not a request of the first dialect
   * @throws IllegalArgumentException if the second dialect cannot ask this at all
   */
  Rendered translate(Json body) {
    ReadRequest read = reader.read(body, endpoint);
    if (isStraight) {
      // A provider of the client's own dialect gets what the client wrote.
      return new Rendered("", Map.of(), modelName == null ? body : named(body, modelName));
    }
    Request request = read.request();
    String model =
        Objects.requireNonNullElse(modelName == null ? request.modelName() : modelName, "");
    Rendered written =
        writer.write(
            request,
            isNamedInPath || model.isEmpty() ? ANY_MODEL : model,
            Style.DEFAULT.asAsked(read.isStreamed()));
    Json whole = Tree.merged(written.body(), new Json.Fields(request.vendorOptions()));
    return written.withBody(model.isEmpty() ? unnamed(whole) : whole);
  }

  private static Json named(Json body, String model) {
    return body.has("model")
        ? Tree.merged(body, new Json.Fields(Map.of("model", new Json.Text(model))))
        : body;
  }

  /** A client that named its model elsewhere has to name it here. */
  private static Json unnamed(Json body) {
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    fields.remove("model");
    return new Json.Fields(fields);
  }
}
