package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Message;
import dev.weir.gateway.chat.ChatRequest;
import dev.weir.gateway.chat.EarlierTurns;
import dev.weir.gateway.chat.Question;
import dev.weir.gateway.chat.WrongRequestException;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.TooManyStreamsException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/chat}: begins a stream, and is its first reader unless the client detaches. */
final class ChatEndpoint implements Endpoint {
  private final Streams streams;
  private final Catalog offers;
  private final RequestLimits limits;
  private final BodyBudget budget;
  private final GatewayMetrics metrics;

  ChatEndpoint(Streams streams, Catalog offers, RequestLimits limits, GatewayMetrics metrics) {
    this.streams = streams;
    this.offers = offers;
    this.limits = limits;
    this.budget = new BodyBudget(limits.maxBodiesBytes());
    this.metrics = metrics;
    metrics.bodies(budget::used);
  }

  @Override
  public void answer(Answering exchange) {
    BodyBudget.Share share = budget.share();
    BodyReader.read(exchange, limits, share, body -> read(exchange, share, body));
  }

  private void read(Answering exchange, BodyBudget.Share share, Bytes body) {
    try {
      ChatRequest asked = ChatRequest.parse(body);
      String after = asked.after();
      if (after == null) {
        begin(exchange, share, Question.of(asked, offers, List.of()));
      } else {
        goOn(exchange, share, asked, after);
      }
    } catch (WrongRequestException wrong) {
      exchange.fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  /** What went before, or why there is none. */
  private record Before(List<Message> messages, @Nullable WrongRequestException wrong) {}

  private void goOn(Answering exchange, BodyBudget.Share share, ChatRequest asked, String after) {
    exchange.blocking(
        () -> before(asked, after, exchange.owner()),
        before -> {
          try {
            if (before.wrong() != null) {
              throw before.wrong();
            }
            begin(exchange, share, Question.of(asked, offers, before.messages()));
          } catch (WrongRequestException wrong) {
            exchange.fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
          }
        });
  }

  private Before before(ChatRequest asked, String after, String owner) throws IOException {
    try {
      return new Before(EarlierTurns.upTo(streams, after, owner, asked.outputs()), null);
    } catch (WrongRequestException wrong) {
      return new Before(List.of(), wrong);
    }
  }

  private void begin(Answering exchange, BodyBudget.Share share, Question question) {
    ChatRequest asked = question.asked();
    StreamDescription about = question.about(streams.newId(), exchange.owner(), Instant.now());
    Subscriber subscriber =
        asked.detach()
            ? null
            : new Subscriber(
                exchange.vertx(), exchange.request(), about.id(), frames -> {}, metrics);
    try {
      streams
          .begin(
              exchange.context(), about, question::open, subscriber, asked.format(), share::close)
          .onSuccess(known -> {
            share.running();
            if (subscriber == null) {
              exchange.json(202, id(about.id()));
            } else {
              subscriber.begin();
            }
          })
          .onFailure(failed ->
              exchange.fail(503, "not_recorded", "The gateway's log takes no more streams now"));
    } catch (TooManyStreamsException full) {
      exchange.response().putHeader("Retry-After", "5");
      exchange.fail(429, "too_many_streams", String.valueOf(full.getMessage()));
    } catch (IllegalArgumentException wrong) {
      exchange.fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  private static String id(String id) {
    return new JsonText().beginObject().field("id", id).endObject().toString();
  }
}
