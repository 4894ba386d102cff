package dev.weir.cli.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams among the exchanges of a capture. Pictures, scripts and other answers of a page are
 * skipped; only if there is no stream at all does it say what there is.
 */
final class ExchangeCaptures implements Captures {
  private static final int MAX_LINES = 40;

  private final Exchanges exchanges;
  private final Unwrapper unwrapper;
  private final CaptureSource source;
  private final List<String> others = new ArrayList<>();
  private @Nullable Captures current;
  private int found;
  private int seen;

  ExchangeCaptures(Exchanges exchanges, Unwrapper unwrapper, CaptureSource source) {
    this.exchanges = exchanges;
    this.unwrapper = unwrapper;
    this.source = source;
  }

  @Override
  public @Nullable Capture next() throws IOException {
    while (true) {
      Captures inner = current;
      Capture capture = inner == null ? null : inner.next();
      if (capture != null) {
        return capture;
      }
      current = null;
      CapturedExchange exchange = exchanges.next();
      if (exchange == null) {
        return end();
      }
      seen++;
      if (unwrapper.choice().takes(exchange)) {
        open(exchange);
      } else {
        note(exchange.line());
      }
    }
  }

  private void open(CapturedExchange exchange) throws IOException {
    try {
      Captures inner = unwrapper.open(exchange.body(), source.of(exchange, exchanges));
      current = inner;
      found++;
    } catch (NotAStreamException other) {
      note(exchange.line() + ": " + other.getMessage());
    }
  }

  private void note(String line) {
    if (others.size() < MAX_LINES) {
      others.add(line);
    }
  }

  private @Nullable Capture end() throws NotAStreamException {
    if (found > 0) {
      return null;
    }
    if (seen == 0) {
      throw new NotAStreamException(exchanges.name() + " without an answer in it");
    }
    List<String> lines = new ArrayList<>(others);
    if (seen > others.size()) {
      lines.add("… and %,d more".formatted(seen - others.size()));
    }
    throw new NotAStreamException(
        unwrapper.choice().isAll()
            ? exchanges.name() + " without a stream of a provider in it"
            : "%s of which --entry %s takes no stream"
                .formatted(exchanges.name(), unwrapper.choice().word()),
        lines);
  }
}
