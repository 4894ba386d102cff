package dev.weir.gateway.stream;

import dev.weir.log.StreamLog;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of one stream: its provider is asked at once, but what that says waits until the
 * log knows what the stream is about.
 */
final class StreamBeginning {
  private static final Logger LOG = System.getLogger(Streams.class.getName());

  /** The note that holds all that was asked. */
  static final String ABOUT = "about";

  private final LiveStream stream;
  private final StreamDescription about;
  private final Streams.Fetch fetch;
  private final Context context;
  private final StreamLog log;
  private final Consumer<LiveStream> atFailure;
  private final Promise<Void> known = Promise.promise();

  /**
   * @param about with the messages
   * @param context the stream's own
   * @param atFailure hears, there, that the stream did not begin
   */
  StreamBeginning(
      LiveStream stream,
      StreamDescription about,
      Streams.Fetch fetch,
      Context context,
      StreamLog log,
      Consumer<LiveStream> atFailure) {
    this.stream = stream;
    this.about = about;
    this.fetch = fetch;
    this.context = context;
    this.log = log;
    this.atFailure = atFailure;
    stream.onKnown(known::complete);
  }

  /** Completes when the log knows the stream. */
  Future<Void> known() {
    return known.future();
  }

  /** Takes long for a large request, whose note is written here. */
  void open(Room room) {
    try {
      String text = about.toText();
      CompletableFuture<Void> allowed = room.checkAllNodes(about.owner());
      var unused =
          allowed.whenComplete((free, refused) -> {
            if (refused == null) {
              ask(text);
            } else {
              fail(refused);
            }
          });
    } catch (IllegalArgumentException | OutOfMemoryError refused) {
      fail(refused);
    }
  }

  private void ask(String text) {
    try {
      stream.fetchedBy(fetch.open(stream));
      var unused =
          log.begin(about.id(), about.owner(), about.withoutMessages().toText())
              .thenCombine(log.note(about.id(), ABOUT, text), (began, noted) -> noted)
              .whenComplete((position, failed) -> noted(failed));
      stream.flow();
    } catch (IllegalArgumentException | OutOfMemoryError refused) {
      fail(refused);
    } catch (RuntimeException failed) {
      // The client would wait for ever, and the stream keep its place.
      LOG.log(Level.ERROR, "Stream %s could not begin".formatted(about.id()), failed);
      fail(failed);
    }
  }

  private void noted(@Nullable Throwable failed) {
    if (failed == null) {
      context.runOnContext(v -> stream.known());
    } else {
      fail(failed);
    }
  }

  private void fail(Throwable failed) {
    Throwable cause = failed.getCause();
    Throwable why = failed instanceof CompletionException && cause != null ? cause : failed;
    context.runOnContext(v -> {
      stream.neverBegan();
      atFailure.accept(stream);
      known.fail(why);
    });
  }
}
