package dev.weir.client;

import dev.weir.client.call.ProviderError;
import dev.weir.codec.bind.ArgumentBinder;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A response with who gave it, what went wrong, and what goes back so that the conversation can go
 * on.
 */
public final class Answer {
  private static final int SHOWN_CHARS = 100;

  private final Response response;
  private final String text;
  private final String provider;
  private final @Nullable Dialect dialect;
  private final @Nullable ProviderError error;
  private final List<RequestLoss> leftOut;
  private final List<Message> newMessages;

  Answer(
      Response response,
      String text,
      String provider,
      @Nullable Dialect dialect,
      @Nullable ProviderError error,
      Collection<RequestLoss> leftOut,
      List<Message> newMessages) {
    this.response = response;
    this.text = text;
    this.provider = provider;
    this.dialect = dialect;
    this.error = error;
    this.leftOut = List.copyOf(leftOut);
    this.newMessages = List.copyOf(newMessages);
  }

  /** All that came, block by block. */
  public Response response() {
    return response;
  }

  /**
   * What the model says in the end, without thinking and without alternatives. What it said in a
   * turn before its tools had run is in {@link #response}.
   */
  public String text() {
    return text;
  }

  /** What the model thinks, as far as its provider shows it. */
  public String reasoning() {
    return response.firstAnswerText(BlockKind.REASONING);
  }

  /** The calls that nobody has run: none after a turn that has tools for all of them. */
  public List<Response.Block> toolCalls() {
    return verdict() == Verdict.TOOL_CALLS ? response.firstAnswer(BlockKind.TOOL_CALL) : List.of();
  }

  /** How it ended. */
  public Verdict verdict() {
    return Objects.requireNonNullElse(response.verdict(), Verdict.TRUNCATED);
  }

  /** What it used, in all passes of a turn; all counts are absent if nothing was reported. */
  public Usage usage() {
    return Objects.requireNonNullElse(response.usage(), Usage.NONE);
  }

  /** What kept the response from its end; empty if it came to its end, whatever went before. */
  public Optional<ProviderError> error() {
    return verdict().isNatural() ? Optional.empty() : Optional.ofNullable(error);
  }

  /** Who answered; in a route the step that did. */
  public String provider() {
    return provider;
  }

  /** In which dialect it goes back to its provider; empty if there is none. */
  public Optional<Dialect> dialect() {
    return Optional.ofNullable(dialect);
  }

  /**
   * What of the request the dialects of those who were asked have no place for, so that the model
   * was not told. A request may ask to be refused instead: {@link dev.weir.codec.request.OnLoss}.
   */
  public List<RequestLoss> leftOut() {
    return leftOut;
  }

  /**
   * What to add to the conversation after the question: the answer with its opaque reasoning, and
   * what tools returned. Any provider takes it.
   */
  public List<Message> newMessages() {
    return newMessages;
  }

  /**
   * This answer, if its provider brought it to its end.
   *
   * @throws ResponseException if it failed, was cut, stalled or was cancelled
   */
  public Answer orThrow() {
    if (!verdict().isNatural()) {
      throw new ResponseException(this);
    }
    return this;
  }

  /**
   * The answer as a record, where {@link dev.weir.codec.request.OutputFormat#of} asked for one.
   *
   * @throws ResponseException if the response did not come to its end
   * @throws IllegalArgumentException if the answer does not fit, with the place and what was seen
   */
  public <T extends Record> T as(Class<T> type) {
    orThrow();
    Json json = ProviderJson.object(text);
    if (json == null) {
      throw new IllegalArgumentException(
          "Expected a %s as JSON, saw «%s» (%s); ask with OutputFormat.of(%s.class)"
              .formatted(type.getSimpleName(), shown(text), verdict(), type.getSimpleName()));
    }
    return ArgumentBinder.read(type, json);
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
  }

  @Override
  public String toString() {
    return "%s from %s: %s".formatted(verdict(), provider, shown(text()));
  }
}
