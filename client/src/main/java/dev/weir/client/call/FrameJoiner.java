package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Joins the bytes of several http responses, each a part of one response, so that no chunk is lost
 * or comes twice; {@link SeenFrames} knows which have come.
 *
 * <p>Only whole frames are passed on: half a frame, cut by the network, would be in the way when
 * the same frame comes again. Where nothing can be joined, or a frame is too long to be held,
 * everything is passed on as it is. Belongs to one response and one thread at a time.
 */
final class FrameJoiner {
  private final Resuming resuming;
  private final SeenFrames seen;
  private final int maxFrameBytes;
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();
  private boolean lineIsEmpty = true;
  private boolean afterCr;
  private boolean isTooLong;
  private @Nullable String responseId;
  private @Nullable ProviderError stopped;

  FrameJoiner(Resuming resuming, int maxFrameBytes) {
    this.resuming = resuming;
    this.seen =
        resuming.isNumbered()
            ? new NumberedFrames(resuming)
            : new NamedFrames(resuming, maxFrameBytes);
    this.maxFrameBytes = maxFrameBytes;
  }

  /** The provider's id of the response, once it has come. */
  @Nullable String responseId() {
    return responseId;
  }

  /** Whether the rest can be joined to what was passed on. */
  boolean canJoin() {
    return !isTooLong && seen.canJoin();
  }

  /** The place after which to ask for the rest; absent for the beginning. */
  @Nullable String place() {
    return seen.place();
  }

  /** Why a frame of the last slice and all after it were left out; absent if none was. */
  @Nullable ProviderError stopped() {
    return stopped;
  }

  /**
   * Takes bytes as they come; returns the whole frames to be decoded.
   *
   * @param canResume asked when something is missing: whether it and all after it are left out, to
   *     be fetched again, or let through
   */
  byte[] feed(byte[] slice, BooleanSupplier canResume) {
    stopped = null;
    var passed = new ByteArrayOutputStream(slice.length);
    int from = 0;
    for (int at = 0; at < slice.length; at++) {
      if (!canJoin() || !endsFrame(slice, at)) {
        continue;
      }
      open.write(slice, from, at + 1 - from);
      from = at + 1;
      byte[] frame = open.toByteArray();
      open.reset();
      switch (take(frame, canResume)) {
        case PASS -> passed.writeBytes(frame);
        case OMIT -> {}
        case STOP -> {
          stopped = seen.why();
          return passed.toByteArray();
        }
      }
    }
    open.write(slice, from, slice.length - from);
    isTooLong |= open.size() > maxFrameBytes;
    if (!canJoin()) {
      passed.writeBytes(rest());
    }
    return passed.toByteArray();
  }

  /** The bytes of a frame that did not become whole. */
  byte[] rest() {
    byte[] rest = open.toByteArray();
    open.reset();
    return rest;
  }

  /** The response goes on in another http response. */
  void restart() {
    open.reset();
    lineIsEmpty = true;
    afterCr = false;
    seen.restart();
  }

  private boolean endsFrame(byte[] slice, int at) {
    byte b = slice[at];
    if (b == '\n' && afterCr) {
      afterCr = false;
      return false;
    }
    afterCr = b == '\r';
    if (b != '\n' && b != '\r') {
      lineIsEmpty = false;
      return false;
    }
    boolean ends = lineIsEmpty;
    lineIsEmpty = true;
    return ends;
  }

  private SeenFrames.Decision take(byte[] frame, BooleanSupplier canResume) {
    String data =
        new String(frame, UTF_8)
            .lines()
            .filter(line -> line.startsWith("data:"))
            .map(line -> line.substring("data:".length()))
            .collect(Collectors.joining("\n"));
    Json chunk = ProviderJson.object(data);
    if (chunk == null) {
      return SeenFrames.Decision.PASS;
    }
    if (responseId == null) {
      responseId = resuming.responseId(chunk);
    }
    return seen.take(chunk, data, canResume);
  }
}
