package dev.weir.client.call;

import dev.weir.client.transport.HttpCall;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.request.Rendered;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resumes a response from where it broke, if the provider can: one that runs in the background goes
 * on without a connection, and its events can be fetched after any place.
 *
 * <p>A response that is only stored is not resumed: it ends with its connection.
 */
final class Resumption {
  /** The id comes from outside and becomes part of an address. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  private final CallWriter writer;
  private final Rendered rendered;
  private final Resuming resuming;
  private final int most;
  private final FrameJoiner joiner;
  private int count;

  private Resumption(CallWriter writer, Rendered rendered, Resuming resuming, CallOptions options) {
    this.writer = writer;
    this.rendered = rendered;
    this.resuming = resuming;
    this.most = options.resumes();
    this.joiner = new FrameJoiner(resuming, options.decode().limits().maxFrameBytes());
  }

  /** How to resume the response; absent if it cannot be. */
  static @Nullable Resumption of(CallWriter writer, Rendered rendered, CallOptions options) {
    if (options.resumes() == 0) {
      return null;
    }
    return resuming(writer, rendered)
        .map(resuming -> new Resumption(writer, rendered, resuming, options))
        .orElse(null);
  }

  /**
   * Tells the provider that nobody wants the rest of a response; absent if hanging up tells it.
   *
   * @param id the provider's name for the response, if it came
   */
  static Optional<HttpCall> cancelling(CallWriter writer, Rendered rendered, @Nullable String id) {
    return id == null || !ID.matcher(id).matches()
        ? Optional.empty()
        : resuming(writer, rendered)
            .map(how -> how.cancelPath(rendered.path(), id))
            .map(path -> writer.command(path, rendered.headers()));
  }

  /** Whether a response to that request can be resumed, or its provider told to stop. */
  static boolean isFor(CallWriter writer, Rendered rendered) {
    return resuming(writer, rendered).isPresent();
  }

  private static Optional<Resuming> resuming(CallWriter writer, Rendered rendered) {
    return writer.provider().dialect().clientSide().flatMap(side -> side.resuming(rendered.body()));
  }

  FrameJoiner joiner() {
    return joiner;
  }

  /** How often the response was resumed. */
  int count() {
    return count;
  }

  boolean isPossible() {
    String id = joiner.responseId();
    // Without a place nobody can tell what has come.
    boolean isPlaced = joiner.place() != null || !resuming.isNumbered();
    return count < most && isPlaced && joiner.canJoin() && id != null && ID.matcher(id).matches();
  }

  /** Takes bytes as they come; returns the whole frames to be decoded. */
  byte[] feed(byte[] slice) {
    return joiner.feed(slice, this::isPossible);
  }

  /** The request for the rest; call only if that is possible. */
  HttpCall next() {
    count++;
    String id = String.valueOf(joiner.responseId());
    return writer.fetch(
        resuming.path(rendered.path(), id, joiner.place(), rendered.body()), rendered.headers());
  }
}
