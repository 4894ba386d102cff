package dev.weir.gateway.door;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.render.ClientTools;
import dev.weir.codec.request.Attached;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OriginalRequest;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.seal.SealOwner;
import dev.weir.codec.seal.SealedMessages;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.chat.Titles;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.stream.StreamDescription;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks in a dialect of its own, with who is to answer it.
 *
 * @param body as the client wrote it, with the conversation that it continues
 * @param request the same for every provider
 * @param origin what the client wrote besides that
 */
public record DoorRequest(
    Dialect dialect,
    ServerSide server,
    Json body,
    Request request,
    boolean isStreamed,
    ModelChoice choice,
    Origin origin) {

  private static final JsonReader READER = JsonReader.strict(/* maxDepth= */ 200, 64 << 20);

  /**
   * What a client wrote, and which stream its request continues.
   *
   * @param after absent if it begins a conversation
   */
  public record Origin(Json body, @Nullable String after) {}

  /**
   * Reads a request.
   *
   * @param came what the client wrote
   * @param whole the same with the conversation that it continues
   * @param asked finds the request in the body that came
   * @param headers those that belong to what is asked
   * @param options what to do if the provider's dialect cannot carry all of it, and the seals in
   *     which clients bring back what only a provider can read
   * @throws BadRequestException if it is not one of the dialect
   */
  public static DoorRequest read(
      Dialect dialect,
      Endpoint endpoint,
      Origin came,
      Json whole,
      UnaryOperator<Json> asked,
      Map<String, String> headers,
      Catalog catalog,
      DoorOptions options)
      throws UnknownModelException {
    ServerSide server = dialect.serverSide().orElseThrow();
    Json body = asked.apply(whole);
    Dialect form = form(dialect, body);
    ServerSide reader = form.serverSide().orElseThrow();
    // The gateway itself goes on without the client, so no provider has to be told.
    Json wanted = reader.isInBackground(body) ? reader.inForeground(body) : body;
    ReadRequest read = reader.read(wanted, endpoint);
    String model = read.request().modelName();
    if (model == null || model.isEmpty()) {
      throw new BadRequestException("model", "name the model that is to answer");
    }
    ModelChoice choice = ModelChoice.of(catalog, model);
    Request request =
        read.request().toBuilder().modelName(choice.modelName()).onLoss(options.onLoss()).build();
    Dialect provider = choice.offer().upstream().dialect();
    SealedMessages.Opened opened = opened(request, options.seals(), choice, provider);
    if (opened.messages().equals(request.messages())) {
      Json own = reader.inOwnForm(body);
      request = request.withOriginal(new OriginalRequest(form.word(), own, headers));
    } else {
      Request.Builder unsealed = request.toBuilder().messages(opened.messages());
      opened.dropped().forEach(unsealed::lost);
      request = unsealed.build();
    }
    return new DoorRequest(dialect, server, body, request, read.isStreamed(), choice, came);
  }

  /** Cursor asks Chat with bodies of Responses, and wants to be answered in Chat. */
  private static Dialect form(Dialect dialect, Json body) {
    boolean isOther =
        dialect.equals(Dialects.OPENAI_CHAT) && body.has("input") && !body.has("messages");
    return isOther ? Dialects.OPENAI_RESPONSES : dialect;
  }

  /** Whether the answer goes on without its client. */
  public boolean isInBackground() {
    return server.isInBackground(body);
  }

  /**
   * Checks what a provider of the client's dialect would check. On the straight way the provider
   * does so itself.
   *
   * @throws BadRequestException if something is missing
   * @throws IllegalArgumentException if it would refuse the request
   */
  public void check() {
    boolean isOwnForm = form(dialect, body).equals(dialect);
    if (isOwnForm && !dialect.equals(choice.offer().upstream().dialect())) {
      server.checkRequired(body);
      // Seals stand where we put them: the rules are for what the client itself composed.
      if (request.original() != null) {
        server.check(body);
      }
      Attached.check(request.messages());
    }
  }

  /** A seal is for the provider that it came from; no other gets it, not even unopened. */
  private static SealedMessages.Opened opened(
      Request request, Seals seals, ModelChoice choice, @Nullable Dialect provider) {
    var owner =
        new SealOwner(
            choice.offer().name(), choice.modelName(), provider == null ? "" : provider.word());
    return SealedMessages.open(request.messages(), seals, owner);
  }

  /** The same request with other messages. */
  DoorRequest withMessages(List<Message> others) {
    Request told = request.toBuilder().messages(others).build();
    return new DoorRequest(dialect, server, body, told, isStreamed, choice, origin);
  }

  /**
   * Reads a body.
   *
   * @throws BadRequestException if it is not an object in JSON
   */
  public static Json json(Bytes bytes) {
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
            origin.after(),
            body,
            server.wantsUsage(body))
        .askedAt(
            new StreamDescription.Door(
                dialect.word(), ClientTools.of(request.tools()), server.repeated(origin.body())));
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
    Upstream asked = choice.offer().upstream();
    return (isStreamed ? asked : asked.whole()).open(request, sink);
  }
}
