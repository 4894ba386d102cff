package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Joins the bytes of several http responses, each a part of one response of OpenAI Responses, so
 * that no chunk is lost and none comes twice.
 *
 * <p>Only whole frames are passed on: half of one that the network cut would be in the way of the
 * same frame when it comes again. After a cut, frames with numbers that have come are left out.
 * Where numbers say nothing (all zeros), and where a frame is too long to be held, everything is
 * passed on as it is and nothing can be joined. Belongs to one response and one thread at a time.
 */
final class FrameJoiner {
  private static final long NONE = -1;

  private final int maxFrameBytes;
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();
  private boolean lineIsEmpty = true;
  private boolean afterCr;

  private @Nullable String responseId;
  private long last = NONE;
  private boolean joins = true;
  private @Nullable Long missed;

  /** Whether numbers that have come may come again, because the provider repeats from somewhere. */
  private boolean continued;

  /** Whether the next number is the first after a cut: what it skips cannot be had. */
  private boolean fresh;

  FrameJoiner(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** The provider's name of the response, once it has come. */
  @Nullable String responseId() {
    return responseId;
  }

  /** The last number that was passed on, to be continued after; absent if there is none. */
  @Nullable Long last() {
    return joins && last != NONE ? last : null;
  }

  /** The number that came instead of the next one in the last slice; absent if there is none. */
  @Nullable Long missed() {
    return missed;
  }

  /**
   * Takes bytes as they come; returns the whole frames to be decoded.
   *
   * @param stopsAtGap asked when a number is missing: whether this number and all after it are left
   *     out, to be fetched, or let through
   */
  byte[] feed(byte[] slice, BooleanSupplier stopsAtGap) {
    missed = null;
    var passed = new ByteArrayOutputStream(slice.length);
    int from = 0;
    for (int at = 0; at < slice.length; at++) {
      if (!joins || !endsFrame(slice, at)) {
        continue;
      }
      open.write(slice, from, at + 1 - from);
      from = at + 1;
      byte[] frame = open.toByteArray();
      open.reset();
      Long number = number(frame);
      if (number != null && isGap(number) && !fresh && stopsAtGap.getAsBoolean()) {
        missed = number;
        return passed.toByteArray();
      }
      if (number == null || isNew(number)) {
        passed.writeBytes(frame);
      }
    }
    open.write(slice, from, slice.length - from);
    if (!joins || open.size() > maxFrameBytes) {
      joins = false;
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
    continued = true;
    fresh = true;
  }

  private boolean isGap(long number) {
    return last != NONE && number > last + 1;
  }

  private boolean isNew(long number) {
    if (number == 0 && last == 0 && !continued) {
      joins = false;
    }
    fresh = false;
    boolean isNew = last == NONE || number > last;
    last = Math.max(last, number);
    return isNew || !continued;
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

  private @Nullable Long number(byte[] frame) {
    String data =
        new String(frame, UTF_8)
            .lines()
            .filter(line -> line.startsWith("data:"))
            .map(line -> line.substring("data:".length()))
            .collect(Collectors.joining("\n"));
    Json chunk = ProviderJson.object(data);
    if (chunk == null) {
      return null;
    }
    if (responseId == null) {
      responseId = chunk.get("response").get("id").textIfAny();
    }
    return chunk.get("sequence_number").number();
  }
}
