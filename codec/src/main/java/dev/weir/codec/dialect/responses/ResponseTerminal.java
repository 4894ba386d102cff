package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.responses.ResponseEvents.Snapshot;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes how a response ended.
 *
 * <pre>
 * COMPLETE, TOOL_CALLS           completed
 * REFUSED, PAUSED                completed; a refusal shows in the message
 * LENGTH, FILTERED               incomplete, with the reason
 * FAILED                         failed, with the last error; errors before it are events
 * CANCELLED                      cancelled if the provider said so, else nothing
 * TRUNCATED, STALLED             nothing
 * </pre>
 */
final class ResponseTerminal {
  private static final Set<String> WORDS = Set.of("completed", "incomplete", "failed", "cancelled");

  private final ResponseEvents events;
  private final ItemEncoders items;
  private final EventSource source;
  private final Losses losses;
  private @Nullable Fault lastFault;

  ResponseTerminal(ResponseEvents events, ItemEncoders items, EventSource source, Losses losses) {
    this.events = events;
    this.items = items;
    this.source = source;
    this.losses = losses;
  }

  /** A fault of ours: the reason of a failure for which the provider gave none. */
  void remember(Fault fault) {
    lastFault = fault;
  }

  void write(ResponseEnd end, List<Fault> errors) {
    switch (end.verdict()) {
      case COMPLETE -> natural(end, "completed", errors);
      case TOOL_CALLS -> {
        if (!items.calls()) {
          losses.add(end, "verdict", "without a call it looks completed");
        }
        natural(end, "completed", errors);
      }
      case REFUSED, PAUSED -> {
        boolean shows = source.sameDialect() || items.refuses();
        if (!shows || end.verdict() == Verdict.PAUSED) {
          losses.add(end, "verdict", "it looks completed");
        }
        natural(end, "completed", errors);
      }
      case LENGTH, FILTERED -> natural(end, "incomplete", errors);
      case FAILED -> failed(end, errors);
      case CANCELLED, STALLED, TRUNCATED -> cut(end, errors);
    }
  }

  private void natural(ResponseEnd end, String status, List<Fault> errors) {
    errors.forEach(e -> losses.add(e, "an error would end the response as failed"));
    if (!source.sameDialect()) {
      items.finishCut();
    }
    String reason =
        switch (end.verdict()) {
          case LENGTH -> "max_output_tokens";
          case FILTERED -> "content_filter";
          default -> null;
        };
    terminal(end, word(end, status), status, /* error= */ null, reason);
  }

  /** The word for the end: proxies end everything as completed, and only the status tells. */
  private String word(ResponseEnd end, String otherwise) {
    String word = end.word();
    boolean says = word != null && source.sameDialect() && WORDS.contains(word);
    if (!says && !otherwise.equals(word)) {
      losses.add(end, "word", "«%s» is written for %s".formatted(otherwise, end.verdict()));
    }
    return says && word != null ? word : otherwise;
  }

  private void terminal(
      ResponseEnd end,
      String word,
      String status,
      @Nullable StreamFault error,
      @Nullable String incompleteReason) {
    var snapshot =
        new Snapshot(
            status,
            json -> items.write(json, end.reasoning()),
            source.known(end.usage()),
            error,
            incompleteReason);
    events.response(word, snapshot);
  }

  private void failed(ResponseEnd end, List<Fault> errors) {
    String word = end.word();
    boolean endsWithError = source.sameDialect() && word == null && !errors.isEmpty();
    boolean otherTerminal = source.sameDialect() && word != null && !word.equals("failed");
    if (endsWithError || (otherTerminal && !errors.isEmpty())) {
      errors.forEach(e -> events.error(e.fault()));
      if (word != null && WORDS.contains(word)) {
        terminal(end, word, word, /* error= */ null, /* incompleteReason= */ null);
      } else {
        lostUsage(end);
      }
      return;
    }
    for (int i = 0; i < errors.size() - 1; i++) {
      events.error(errors.get(i).fault());
    }
    Fault last = errors.isEmpty() ? lastFault : errors.getLast();
    terminal(end, word(end, "failed"), "failed", error(end, last), /* incompleteReason= */ null);
  }

  private StreamFault error(ResponseEnd end, @Nullable Fault last) {
    String message = last == null ? "The response failed" : last.fault().message();
    if (last != null && last.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(last, "kind", "it is written as an error of the provider");
    }
    String code = last == null ? end.word() : last.fault().code();
    if (code == null && !source.sameDialect()) {
      // Typed clients insist on a code.
      code = "server_error";
      losses.add(last == null ? end : last, "code", "an error must have one: server_error");
    }
    return new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, message);
  }

  private void cut(ResponseEnd end, List<Fault> errors) {
    errors.forEach(e -> losses.add(e, "an error would end the response as failed"));
    if (end.verdict() == Verdict.CANCELLED
        && source.sameDialect()
        && "cancelled".equals(end.word())) {
      terminal(end, "cancelled", "cancelled", /* error= */ null, /* incompleteReason= */ null);
      return;
    }
    if (end.verdict() != Verdict.TRUNCATED) {
      losses.add(end, "verdict", "the stream just ends, as one that was cut");
    }
    lostUsage(end);
  }

  private void lostUsage(ResponseEnd end) {
    if (end.usage() != null) {
      losses.add(end, "usage", "only the last event of a response has it");
    }
  }
}
