package dev.weir.fuzzing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Style;
import dev.weir.codec.seal.SealOwner;
import dev.weir.codec.seal.SealedMessages;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.chat.ChatRequest;
import dev.weir.gateway.chat.WrongRequestException;
import dev.weir.gateway.stream.Formats;

/**
 * Every reader of requests: reads or refuses with a message, seals too; what is read can be asked.
 */
public final class RequestTarget {
  private static final Seals SEALS = new Seals("0123456789abcdef".getBytes(UTF_8));
  private static final Formats FORMATS = new Formats(SEALS);
  private static final SealOwner OWNER = new SealOwner("acme", "m", "anthropic");

  private RequestTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    chat(data);
    Json body;
    try {
      body = JsonReader.strict(/* maxDepth= */ 32, 1 << 16).read(Bytes.of(data));
    } catch (JsonException refused) {
      return;
    }
    for (Dialect dialect : Dialects.all()) {
      dialect.serverSide().ifPresent(side -> read(dialect, side, body));
    }
  }

  private static void chat(byte[] data) {
    try {
      String unused = ChatRequest.parse(Bytes.of(data), FORMATS).title();
    } catch (WrongRequestException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }

  private static void read(Dialect dialect, ServerSide side, Json body) {
    Endpoint endpoint = side.endpoint(side.path().replace("MODEL", "m"), "").orElse(null);
    if (endpoint == null) {
      return;
    }
    ReadRequest read;
    try {
      read = side.read(body, endpoint);
    } catch (BadRequestException refused) {
      return;
    }
    int opened = SealedMessages.open(read.request().messages(), SEALS, OWNER).messages().size();
    Finding.unless(opened <= read.request().messages().size(), "messages came from nowhere");
    try {
      dialect
          .clientSide()
          .ifPresent(client -> {
            String unused = client.write(read.request(), "m", Style.DEFAULT).body().toText();
          });
    } catch (IllegalArgumentException cannotBeAsked) {
      Finding.unless(cannotBeAsked.getMessage() != null, "refused without a word");
    }
  }
}
