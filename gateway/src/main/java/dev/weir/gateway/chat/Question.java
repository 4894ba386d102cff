package dev.weir.gateway.chat;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.tool.Tool;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.ToolSpec;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.stream.StreamDescription;
import java.time.Instant;
import java.util.List;

/**
 * What a client asks, with all that is needed to ask a provider.
 *
 * @param before what went before in the conversation
 */
public record Question(
    ChatRequest asked,
    CatalogEntry offer,
    List<Tool> tools,
    TurnOptions turns,
    List<Message> before) {

  public static Question of(ChatRequest asked, Catalog offers, List<Message> before)
      throws WrongRequestException {
    List<Tool> tools = Choice.tools(offers, asked.tools().names());
    for (ToolSpec own : asked.tools().own()) {
      if (tools.stream().anyMatch(tool -> tool.spec().name().equals(own.name()))) {
        throw new WrongRequestException(
            "The gateway has a tool \"%s\" too; give yours another name, or list in \"tools\" which of the gateway's to offer"
                .formatted(own.name()));
      }
    }
    return new Question(
        asked,
        Choice.provider(offers, asked.provider(), asked.model()),
        tools,
        offers.turns(),
        before);
  }

  /** What the stream will be about. */
  public StreamDescription about(String id, String owner, Instant now) {
    return new StreamDescription(
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
            .sampling(new Sampling(tuning.temperature(), null, null, List.of()));
    before.forEach(request::message);
    asked.said().spoken().forEach(request::message);
    asked.tools().own().forEach(request::tool);
    tuning.options().forEach(request::vendorOption);
    return Turn.open(offer.upstream(), request.build(), tools, turns, sink);
  }
}
