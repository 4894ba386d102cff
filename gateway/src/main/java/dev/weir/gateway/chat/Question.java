package dev.weir.gateway.chat;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.tool.Tool;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.ToolSpec;
import dev.weir.codec.seal.SealOwner;
import dev.weir.codec.seal.SealedMessages;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.stream.StreamDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks, with all that is needed to ask a provider.
 *
 * @param messages the whole conversation
 * @param lost the parts of it that could not be used
 */
public record Question(
    ChatRequest asked,
    CatalogEntry offer,
    List<Tool> tools,
    TurnOptions turns,
    List<Message> messages,
    List<RequestLoss> lost) {
  /** The log has the whole answer; where there are no tools to run, hardly anything follows it. */
  private static final int MAX_KEPT_CHARS = 1 << 20;

  /**
   * Finds who and what answers a request.
   *
   * @param before what went before in the conversation
   */
  public static Question of(ChatRequest asked, Catalog offers, List<Message> before)
      throws WrongRequestException {
    List<Tool> tools = CatalogChoice.tools(offers, asked.tools().names());
    for (ToolSpec own : asked.tools().own()) {
      if (tools.stream().anyMatch(tool -> tool.spec().name().equals(own.name()))) {
        throw new WrongRequestException(
            "The gateway has a tool \"%s\" too; give yours another name, or list in \"tools\" which of the gateway's to offer"
                .formatted(own.name()));
      }
    }
    List<Message> messages = new ArrayList<>(before);
    messages.addAll(asked.said().spoken());
    return new Question(
        asked,
        CatalogChoice.provider(offers, asked.provider(), asked.model()),
        tools,
        offers.turns(),
        messages,
        /* lost= */ List.of());
  }

  /** The same with its seals opened, as far as they belong to whoever answers. */
  public Question opened(Seals seals) {
    Dialect dialect = offer.upstream().dialect();
    String model = asked.model() == null ? "" : asked.model();
    var owner = new SealOwner(offer.name(), model, dialect == null ? "" : dialect.word());
    SealedMessages.Opened opened = SealedMessages.open(messages, seals, owner);
    return new Question(asked, offer, tools, turns, opened.messages(), opened.dropped());
  }

  /** What the stream will be about. */
  public StreamDescription about(String id, String owner, Instant now) {
    var about =
        new StreamDescription(
            id,
            owner,
            offer.name(),
            asked.model(),
            offer.upstream().dialect(),
            now,
            asked.title(),
            asked.after(),
            asked.messages(),
            /* tellsUsage= */ true);
    about = about.inChat(asked.chat());
    return asked.conversation() == null ? about : about.in(asked.conversation());
  }

  /**
   * Asks the provider, and runs the tools that it calls.
   *
   * @throws IllegalArgumentException if the request cannot be put to this provider at all
   */
  public StreamCall open(CallSink sink) {
    ChatRequest.Tuning tuning = asked.tuning();
    Request.Builder request =
        Request.builder()
            .modelName(asked.model())
            .thinking(tuning.thinking())
            .maxOutputTokens(tuning.maxOutputTokens())
            .sampling(sampling(tuning.temperature()));
    messages.forEach(request::message);
    lost.forEach(request::lost);
    asked.tools().own().forEach(request::tool);
    tuning.options().forEach(request::vendorOption);
    boolean mayCall = !tools.isEmpty() || !asked.tools().own().isEmpty();
    TurnOptions bounded = mayCall ? turns : turns.withMaxKeptChars(MAX_KEPT_CHARS);
    return Turn.open(offer.upstream(), request.build(), tools, bounded, sink);
  }

  private static Sampling sampling(@Nullable Double temperature) {
    return temperature == null ? Sampling.DEFAULT : Sampling.DEFAULT.withTemperature(temperature);
  }
}
