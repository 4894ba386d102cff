package dev.weir.redis;

import dev.weir.log.UnreachableLogException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Tells the writer of a stream to stop, and again, until the log says that the stream is over: a
 * message may get lost, and a writer that is gone is cut by whoever finds that.
 */
final class Stopping {
  private static final long PAUSE_MILLIS = 300;
  private static final long MAX_MILLIS = 30_000;

  private final Line line;
  private final Node node;
  private final Readings readings;
  private final Consumer<String> own;

  /**
   * @param own stops a stream that this node writes
   */
  Stopping(Line line, Node node, Readings readings, Consumer<String> own) {
    this.line = line;
    this.node = node;
    this.readings = readings;
    this.own = own;
  }

  /** Completes with the position at which the stream is over. */
  CompletableFuture<Long> stop(String stream) {
    var answer = new CompletableFuture<Long>();
    stop(stream, line.loop().millis() + MAX_MILLIS, answer);
    return answer;
  }

  private void stop(String stream, long until, CompletableFuture<Long> answer) {
    Answers.when(
        readings.state(line, stream),
        (found, failed) -> {
          if (failed != null) {
            answer.completeExceptionally(Answers.problem(failed));
          } else if (found.fold().isOver()) {
            answer.complete(found.fold().next());
          } else if (line.loop().millis() > until) {
            answer.completeExceptionally(
                new UnreachableLogException(
                    "Stream \"%s\" did not stop within %d s".formatted(stream, MAX_MILLIS / 1000),
                    null));
          } else {
            tell(Readings.writer(found), stream);
            line.loop().after(PAUSE_MILLIS, () -> stop(stream, until, answer));
          }
        });
  }

  private void tell(String writer, String stream) {
    if (writer.equals(node.name())) {
      own.accept(stream);
    } else {
      node.tell(writer, Node.CANCEL, stream);
    }
  }
}
