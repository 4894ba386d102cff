package dev.weir.codec.dialect.responses;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads Responses events.
 *
 * <p>An item is an output. The response ends at {@code response.completed}, {@code incomplete} or
 * {@code failed}, whose own copy of the items is compared with what was streamed: items missing
 * from the stream are written then, while an empty copy means nothing (the ChatGPT backend sends
 * one). An {@code error} event is a fault at once, but {@code response.failed} with the usage may
 * follow it, so it does not end the response; whatever follows, the response has failed.
 */
final class ResponsesDecoder implements DialectDecoder {
  /** Chunks about the connection or the account, which say nothing about the response. */
  private static final Set<String> QUIET =
      Set.of(
          "keepalive",
          "ping",
          "response.heartbeat",
          "response.metadata",
          "response.rate_limits.updated",
          "codex.rate_limits",
          "codex.response.metadata",
          "responsesapi.websocket_timing");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("delta"),
          Hole.of(Hole.Role.SEQUENCE_NUMBER, "sequence_number"),
          Hole.of(Hole.Role.IGNORED_TEXT, "obfuscation"));

  private static final int MAX_ERRORS_KEPT = 16;

  private final EventWriter writer;
  private final SequenceNumbers numbers;
  private final OutputItems items;
  private final ItemEvents itemEvents;
  private final UnknownFields unknown;
  private final List<StreamFault> errors = new ArrayList<>();
  private @Nullable String createdId;

  ResponsesDecoder(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.numbers = new SequenceNumbers(writer);
    this.items = new OutputItems(writer, limits);
    this.itemEvents = new ItemEvents(writer, items);
    this.unknown = new UnknownFields(writer);
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    String type = ResponsesFields.type(frame, chunk);
    if (type.isEmpty()) {
      return untyped(chunk);
    }
    if (type.equals("response.created")) {
      created(chunk.get("response"));
    }
    if (!numbers.accept(type, chunk)) {
      return true;
    }
    if (QUIET.contains(type)) {
      // Anthropic's streams have pings too, so one alone does not identify the dialect.
      return !type.equals("ping");
    }
    boolean isOurs = type.startsWith("response.") || type.equals("error");
    if (isOurs && ResponsesChunkTable.types().contains(type)) {
      // Before the event, because after the last one nothing may follow.
      unknown.report("", chunk, ResponsesFields.OF_CHUNKS);
      unknown.carry("", chunk, ResponsesFields.CARRIED_OF_CHUNKS);
      if (type.endsWith(".delta")) {
        unknown.carryEach("", chunk, "logprobs");
      }
    }
    if (!isOurs || !event(type, chunk)) {
      writer.unrecognized(type, chunk.toText());
    }
    return isOurs;
  }

  private boolean event(String type, Json chunk) {
    Json response = chunk.get("response");
    switch (type) {
      case "response.created" -> {}
      case "response.queued", "response.in_progress" -> {
        name(response);
        writer.progress(type.substring("response.".length()));
      }
      case "response.completed",
          "response.incomplete",
          "response.failed",
          "response.cancelled",
          // What OpenRouter's documentation calls the last event.
          "response.done" ->
          terminal(type.substring("response.".length()), response);
      case "error", "response.error" -> error(chunk);
      default -> {
        return itemEvents.accept(type, chunk);
      }
    }
    return true;
  }

  /** A body that is not a stream: a whole response, or an error. */
  private boolean untyped(Json chunk) {
    if ("response".equals(chunk.get("object").text())) {
      String status = chunk.get("status").textOrEmpty();
      if (status.equals("queued") || status.equals("in_progress")) {
        name(chunk);
        writer.progress(status);
      } else {
        terminal(status.isEmpty() ? "completed" : status, chunk);
      }
      return true;
    }
    if (chunk.has("error") || chunk.has("detail") || chunk.has("message") || chunk.has("errors")) {
      error(chunk);
      return true;
    }
    writer.unrecognized("chunk", chunk.toText());
    return false;
  }

  private void created(Json response) {
    String id = response.get("id").textIfAny();
    String known = createdId;
    if (known != null && id != null && !known.equals(id)) {
      writer.fault(
          StreamFault.Kind.SECOND_RESPONSE,
          "response.created came for %s while %s had not ended; its items follow as new outputs"
              .formatted(id, known));
      items.beginAnew();
      numbers.reset();
    }
    createdId = id == null ? known : id;
    writer.announced();
    name(response);
  }

  private void name(Json response) {
    writer.start(response.get("id").text(), response.get("model").text());
    unknown.report("response.", response, ResponsesFields.OF_RESPONSES);
    unknown.carry(
        "response.", response, ResponsesFields.CARRIED_OF_RESPONSES, ResponseEvents.PLAIN);
    writer.usage(response.get("usage"), ResponsesUsage::of);
  }

  private void error(Json chunk) {
    error(ProviderErrors.fault(chunk));
  }

  private void error(StreamFault fault) {
    if (errors.size() < MAX_ERRORS_KEPT) {
      errors.add(fault);
    }
    writer.fault(fault);
  }

  private void terminal(String word, Json response) {
    name(response);
    String outcome = outcome(word, response);
    failure(outcome, response);
    List<Json> output = response.get("output").items();
    items.confirm(output, outcome.equals("completed"));
    if (!output.isEmpty()) {
      writer.whole();
    }
    FinishReason cause = cause(outcome, response);
    items.cutOff(cause, cause == null ? null : outcome);
    Verdict verdict =
        switch (outcome) {
          case "failed" -> Verdict.FAILED;
          case "cancelled" -> Verdict.CANCELLED;
          case "incomplete" -> cause == null ? Verdict.LENGTH : cause.verdict();
          default -> completed();
        };
    writer.end(errors.isEmpty() ? verdict : Verdict.FAILED, word.equals("done") ? outcome : word);
  }

  /** The status decides if it is that of an end, because proxies end everything as completed. */
  private static String outcome(String word, Json response) {
    String status = response.get("status").textOrEmpty().toLowerCase(Locale.ROOT);
    return switch (status) {
      case "completed", "incomplete", "failed", "cancelled" -> status;
      default -> word.equals("done") ? "completed" : word;
    };
  }

  private void failure(String outcome, Json response) {
    Json error = response.get("error");
    if (!error.isNull()) {
      StreamFault fault = ProviderErrors.fault(response);
      if (errors.stream().noneMatch(said -> isSame(said, fault))) {
        error(fault);
      }
    } else if (outcome.equals("failed") && errors.isEmpty()) {
      error(
          new StreamFault(
              StreamFault.Kind.PROVIDER_ERROR,
              "The provider ended the response as failed and gave no error"));
    }
  }

  private static boolean isSame(StreamFault said, StreamFault fault) {
    return said.message().equals(fault.message())
        || (said.code() != null && said.code().equals(fault.code()));
  }

  /** Why the items that were not done ended, as far as the provider says. */
  private static @Nullable FinishReason cause(String outcome, Json response) {
    return switch (outcome) {
      case "failed" -> FinishReason.FAILED;
      case "incomplete" -> {
        String reason = response.get("incomplete_details").get("reason").textOrEmpty();
        yield reason.equals("content_filter") ? FinishReason.FILTERED : FinishReason.LENGTH;
      }
      default -> null;
    };
  }

  private Verdict completed() {
    boolean text = false;
    boolean refusal = false;
    for (OutputItem item : items.all()) {
      if (item.kind() == ItemKind.CLIENT_CALL) {
        return Verdict.TOOL_CALLS;
      }
      if (item instanceof MessageItem message) {
        text |= message.saysText();
        refusal |= message.refuses();
      }
    }
    return refusal && !text ? Verdict.REFUSED : Verdict.COMPLETE;
  }

  @Override
  public List<Hole> holes() {
    // Chunks without a number among numbered ones are counted, so none may bypass us.
    return numbers.isWaiting() ? List.of() : HOLES;
  }

  @Override
  public boolean isNumbered() {
    return numbers.isNumbered();
  }

  @Override
  public boolean continues(long sequenceNumber, String delta) {
    return numbers.continues(sequenceNumber, delta);
  }

  /** The mark of other dialects says only that nothing follows. */
  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return writer.isEnded() || !errors.isEmpty();
  }

  @Override
  public void end() {
    if (!writer.isEnded()) {
      items.cutOff(null, null);
      writer.end(errors.isEmpty() ? Verdict.TRUNCATED : Verdict.FAILED, null);
    }
  }
}
