package dev.weir.gateway.door;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OnLoss;
import dev.weir.codec.request.OriginalRequest;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.gateway.chat.Titles;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.stream.StreamDescription;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What a client asks in a dialect of its own, with who is to answer it.
 *
 * @param body as the client wrote it
 * @param request the same for every provider
 */
public record DoorRequest(
    Dialect dialect,
    ServerSide server,
    Json body,
    Request request,
    boolean isStreamed,
    ModelChoice choice) {
  private static final JsonReader READER = JsonReader.strict(/* maxDepth= */ 200, 64 << 20);

  /**
   * Reads a request.
   *
   * @param asked finds the request in the body that came
   * @param headers those that belong to what is asked
   * @param onLoss what to do if the provider's dialect cannot carry all of it
   * @throws BadRequestException if it is not one of the dialect
   * @throws IllegalArgumentException if a provider of the dialect would refuse it
   */
  public static DoorRequest read(
      Dialect dialect,
      ServerSide server,
      Endpoint endpoint,
      Bytes bytes,
      UnaryOperator<Json> asked,
      Map<String, String> headers,
      Catalog catalog,
      OnLoss onLoss)
      throws UnknownModelException {
    Json body = asked.apply(json(bytes));
    ReadRequest read = server.read(body, endpoint);
    String model = read.request().modelName();
    if (model == null || model.isEmpty()) {
      throw new BadRequestException("model", "name the model that shall answer");
    }
    ModelChoice choice = ModelChoice.of(catalog, model);
    var original = new OriginalRequest(dialect.word(), body, headers);
    Request request =
        read.request().toBuilder().modelName(choice.modelName()).onLoss(onLoss).build();
    if (!dialect.equals(choice.offer().upstream().dialect())) {
      server.check(body);
    }
    return new DoorRequest(
        dialect, server, body, request.withOriginal(original), read.isStreamed(), choice);
  }

  private static Json json(Bytes bytes) {
    try {
      Json json = READER.read(bytes);
      if (json.isObject()) {
        return json;
      }
      throw new BadRequestException("", "The body must be a JSON object");
    } catch (JsonException wrong) {
      throw new BadRequestException("", "The body is not JSON: " + wrong.getMessage());
    }
  }

  /** What the stream will be about. */
  public StreamDescription about(String id, String owner, Instant now) {
    return new StreamDescription(
        id,
        owner,
        choice.offer().name(),
        choice.modelName(),
        choice.offer().upstream().dialect(),
        now,
        title(),
        /* after= */ null,
        body,
        server.wantsUsage(body));
  }

  private String title() {
    String said = "";
    for (Message message : request.messages()) {
      if (message instanceof Message.User user) {
        for (Content content : user.contents()) {
          said = content instanceof Content.Text text ? text.text() : said;
        }
      }
    }
    return Titles.of(said);
  }

  /**
   * Asks the provider. Calls of tools are the client's to run.
   *
   * @throws IllegalArgumentException if the request cannot be put to this provider at all
   */
  public StreamCall open(CallSink sink) {
    return choice.offer().upstream().open(request, sink);
  }
}
