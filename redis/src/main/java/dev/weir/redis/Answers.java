package dev.weir.redis;

import dev.weir.log.UnreachableLogException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What is done with futures here. */
final class Answers {
  private static final Logger LOG = System.getLogger(Answers.class.getName());

  private Answers() {}

  /** Does something with an answer, or with why there is none; a mistake in that is not lost. */
  static <T extends @Nullable Object> void when(
      CompletableFuture<T> answer, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    var unused =
        answer.whenComplete((value, failed) -> {
          try {
            action.accept(value, failed);
          } catch (RuntimeException wrong) {
            LOG.log(Level.ERROR, "An answer of the engine could not be used", wrong);
            throw wrong;
          }
        });
  }

  /**
   * Gives an answer on: a failure as what it is, and not as what a chain of futures makes of it.
   */
  static <T extends @Nullable Object> void forward(
      CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused =
        from.whenComplete((value, failed) -> {
          if (failed == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(problem(failed));
          }
        });
  }

  /** The same, or a failure if it takes too long: a network may be cut without a word. */
  static <T extends @Nullable Object> CompletableFuture<T> within(
      Loop loop, long millis, CompletableFuture<T> answer) {
    var told = new CompletableFuture<T>();
    forward(answer, told);
    if (!told.isDone()) {
      loop.after(
          millis,
          () ->
              told.completeExceptionally(
                  new UnreachableLogException(
                      "The engine has not answered for %,d ms".formatted(millis), null)));
    }
    return told;
  }

  /** The failure itself. */
  static IOException problem(Throwable failed) {
    boolean isWrapped =
        failed instanceof CompletionException || failed instanceof ExecutionException;
    Throwable inner = failed.getCause();
    Throwable cause = isWrapped && inner != null ? inner : failed;
    return cause instanceof IOException known ? known : new IOException(cause);
  }
}
