package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.chat.ChatRequest;
import dev.weir.gateway.chat.EarlierTurns;
import dev.weir.gateway.chat.Question;
import dev.weir.gateway.chat.WrongRequestException;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.Chats;
import dev.weir.gateway.stream.LostFields;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.TooManyStreamsException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/chat} and the like for third-party front ends: begins a stream, and is its first
 * reader unless the client detaches.
 */
final class ChatEndpoint implements Endpoint {
  /** Reads what is asked. */
  @FunctionalInterface
  interface Parsing {
    ChatRequest parse(Bytes body) throws WrongRequestException;
  }

  private final Parsing parsing;
  private final Seals seals;
  private final Streams streams;
  private final Catalog offers;
  private final RequestLimits limits;
  private final BodyBudget budget;
  private final GatewayMetrics metrics;

  /**
   * @param seals in which front ends bring back what only a provider can read
   */
  ChatEndpoint(
      Parsing parsing,
      Seals seals,
      Streams streams,
      Catalog offers,
      RequestLimits limits,
      BodyBudget budget,
      GatewayMetrics metrics) {
    this.parsing = parsing;
    this.seals = seals;
    this.streams = streams;
    this.offers = offers;
    this.limits = limits;
    this.budget = budget;
    this.metrics = metrics;
  }

  @Override
  public void answer(Answering exchange) {
    BodyBudget.Share share = budget.share();
    BodyReader.read(exchange, limits, share, body -> read(exchange, share, body));
  }

  private void read(Answering exchange, BodyBudget.Share share, Bytes body) {
    if (body.length() > BodyReader.MAX_ON_LOOP) {
      offLoop(exchange, share, () -> question(parsing.parse(body), exchange.owner(), share));
      return;
    }
    try {
      ChatRequest asked = parsing.parse(body);
      if (asked.after() == null) {
        Question question = question(asked, List.of());
        begin(exchange, share, question, about(question, exchange), Runnable::run);
      } else {
        offLoop(exchange, share, () -> question(asked, exchange.owner(), share));
      }
    } catch (WrongRequestException wrong) {
      refuse(exchange, wrong);
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  /** Blocks where there is an earlier stream to read. */
  private Question question(ChatRequest asked, String owner, BodyBudget.Share share)
      throws WrongRequestException, IOException {
    String after = asked.after();
    if (after == null) {
      return question(asked, List.of());
    }
    List<Message> before = EarlierTurns.upTo(streams, after, owner, asked.outputs(), share::unfold);
    return question(asked.inChat(new Chats(streams).chatOf(after, owner)), before);
  }

  private Question question(ChatRequest asked, List<Message> before) throws WrongRequestException {
    Question question = Question.of(asked, offers, before);
    return asked.conversation() == null ? question : question.opened(seals);
  }

  private StreamDescription about(Question question, Answering exchange) {
    return question.about(streams.newId(), exchange.owner(), Instant.now());
  }

  /** Finds out what is asked. */
  private interface Finding {
    Question read() throws WrongRequestException, IOException;
  }

  /** What is asked, or why it cannot be. */
  private record Read(
      @Nullable Question question,
      @Nullable StreamDescription about,
      @Nullable WrongRequestException wrong) {}

  private void offLoop(Answering exchange, BodyBudget.Share share, Finding finding) {
    exchange.blocking(
        () -> {
          try {
            Question question = finding.read();
            return new Read(question, about(question, exchange), null);
          } catch (WrongRequestException wrong) {
            return new Read(null, null, wrong);
          }
        },
        read -> {
          if (read.question() != null && read.about() != null) {
            begin(exchange, share, read.question(), read.about(), Thread::startVirtualThread);
          } else if (read.wrong() != null) {
            refuse(exchange, read.wrong());
          }
        });
  }

  private void begin(
      Answering exchange,
      BodyBudget.Share share,
      Question question,
      StreamDescription about,
      Executor opening) {
    ChatRequest asked = question.asked();
    // What is kept for as long as somebody reads must not keep all that was asked.
    String id = about.id();
    Subscriber subscriber =
        asked.detach()
            ? null
            : new Subscriber(
                exchange.beats(),
                exchange.request(),
                id,
                Reading.resumable(asked.format(), frames -> {}).with(() -> lost(id)),
                metrics);
    try {
      streams
          .begin(
              exchange.context(),
              about,
              question::open,
              subscriber,
              asked.format(),
              opening,
              end -> share.close())
          .onSuccess(known -> {
            share.running();
            if (subscriber == null) {
              exchange.json(202, id(about.id()));
            } else {
              subscriber.begin();
            }
          })
          .onFailure(exchange::notBegun);
    } catch (TooManyStreamsException full) {
      exchange.tooMany(full);
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  /** What the provider's dialect could not carry of what was asked. */
  private Map<String, String> lost(String id) {
    List<RequestLoss> lost = streams.facts().lostLive(id);
    return lost.isEmpty() ? Map.of() : Map.of("Weir-Loss", LostFields.inHeader(lost));
  }

  private static void refuse(Answering exchange, Exception wrong) {
    exchange.fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
  }

  private static String id(String id) {
    return new JsonText().beginObject().field("id", id).endObject().toString();
  }
}
