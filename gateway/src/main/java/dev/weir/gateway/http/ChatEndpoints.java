package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.gateway.chat.Titles;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.Chats;
import dev.weir.gateway.stream.Chats.Chat;
import dev.weir.gateway.stream.Chats.Row;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** {@code /v1/chats}: streams by conversation, for their owner. */
final class ChatEndpoints {
  private static final JsonReader READER = JsonReader.strict(/* maxDepth= */ 8, 1 << 20);

  private final Streams streams;
  private final Chats chats;
  private final RequestLimits limits;
  private final BodyBudget budget;

  ChatEndpoints(Streams streams, RequestLimits limits, BodyBudget budget) {
    this.streams = streams;
    this.chats = new Chats(streams);
    this.limits = limits;
    this.budget = budget;
  }

  Endpoint list() {
    return exchange -> {
      Integer most = StreamEndpoints.limit(exchange);
      if (most == null) {
        exchange.fail(400, "wrong_request", StreamEndpoints.WRONG_LIMIT);
        return;
      }
      exchange.blocking(
          () -> list(exchange, most),
          json ->
              json.ifPresentOrElse(
                  text -> exchange.json(200, text),
                  () -> exchange.fail(400, "wrong_request", StreamEndpoints.WRONG_FROM)));
    };
  }

  /** A page of an owner's chats; nothing if no page begins there. */
  private Optional<String> list(Answering exchange, int most) throws IOException {
    String search = exchange.parameter("search");
    Chats.Listed listed;
    try {
      listed =
          chats.list(
              exchange.owner(), exchange.parameter("from"), most, search == null ? "" : search);
    } catch (IllegalArgumentException nowhere) {
      return Optional.empty();
    }
    var json = new JsonText().beginObject().name("chats").beginArray();
    for (Row row : listed.chats()) {
      json.beginObject()
          .field("id", row.id())
          .field("title", row.title())
          .flag("live", row.isLive())
          .name("last")
          .beginObject();
      StreamEndpoints.summary(json, row.last());
      json.endObject().endObject();
    }
    return Optional.of(json.endArray().fieldIfAny("next", listed.next()).endObject().toString());
  }

  /** An endpoint for a chat that the asking owner has. */
  private Endpoint found(BiConsumer<Answering, Chat> answer) {
    return exchange ->
        exchange.blocking(
            () -> chats.find(exchange.name(), exchange.owner()),
            found ->
                found.ifPresentOrElse(chat -> answer.accept(exchange, chat), exchange::notFound));
  }

  Endpoint one() {
    return found(
        (exchange, chat) -> exchange.blocking(() -> whole(chat), json -> exchange.json(200, json)));
  }

  private String whole(Chat chat) throws IOException {
    var json =
        new JsonText()
            .beginObject()
            .field("id", chat.id())
            .field("title", chat.title())
            .name("streams")
            .beginArray();
    for (Summary stream : chat.streams()) {
      json.beginObject();
      StreamEndpoints.summary(json, stream);
      Json asked = streams.facts().about(stream).messages();
      // What came at a door is a body of its dialect, which may be large.
      if (asked.isArray()) {
        json.name("asked").value(withoutData(asked));
      }
      json.name("passes").beginArray();
      for (Json pass : streams.facts().metrics(stream)) {
        json.beginObject()
            .name("timing")
            .value(pass.get("timing"))
            .name("usage")
            .value(pass.get("usage"))
            .name("tries")
            .value(pass.get("tries"))
            .endObject();
      }
      json.endArray();
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }

  /** What was asked without what was attached, which one stream has whole. */
  private static Json withoutData(Json json) {
    if (json.isArray()) {
      List<Json> items = new ArrayList<>();
      json.items().forEach(item -> items.add(withoutData(item)));
      return new Json.Items(items);
    }
    if (!json.isObject()) {
      return json;
    }
    Map<String, Json> fields = new LinkedHashMap<>();
    json.fields()
        .forEach((name, value) -> {
          if (!name.equals("data") || value.text() == null) {
            fields.put(name, withoutData(value));
          }
        });
    return new Json.Fields(fields);
  }

  Endpoint delete() {
    return found((exchange, chat) ->
        exchange.blocking(
            () -> {
              chats.delete(chat);
              return "";
            },
            done -> exchange.nothing()));
  }

  Endpoint rename() {
    return exchange -> {
      BodyBudget.Share share = budget.share();
      BodyReader.read(
          exchange,
          limits,
          share,
          body -> {
            share.close();
            String title = title(body);
            if (title.isEmpty()) {
              exchange.fail(
                  400, "wrong_request", "Say what the chat is called: {\"title\": \"…\"}");
            } else {
              found((asked, chat) -> rename(asked, chat, title)).answer(exchange);
            }
          });
    };
  }

  private void rename(Answering exchange, Chat chat, String title) {
    exchange.blocking(
        () -> {
          chats.rename(chat, title);
          return "";
        },
        done -> exchange.nothing());
  }

  /** What a body says, as short as other titles; empty if it does not. */
  private static String title(Bytes body) {
    try {
      return Titles.of(READER.read(body).get("title").textOrEmpty());
    } catch (JsonException wrong) {
      return "";
    }
  }
}
