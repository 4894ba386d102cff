package dev.weir.codec.template;

import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.Hole.Role;
import dev.weir.event.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one whole frame, cut into literal segments and holes.
 *
 * <p>A later frame matches if all its literal segments are equal and each hole holds a value of its
 * kind. Then only the values are read. Anything else is no match, and the frame goes the general
 * way, so that a template can never change a result.
 */
public final class ChunkTemplate {
  /** More digits than this, and the general way shall decide. */
  private static final int MAX_DIGITS = 15;

  /** The bytes are no frame of this kind. */
  public static final int NO_MATCH = -1;

  /** The bytes are the beginning of a frame of this kind. */
  public static final int BEGINNING = -2;

  private static final int ABSENT = -1;

  private final byte[] frame;
  private final Role[] roles;

  /** Where the literal segments begin and end in the frame; one more than there are holes. */
  private final int[] from;

  private final int[] to;

  private int deltaFrom;
  private int deltaTo;
  private boolean deltaIsAscii;
  private boolean deltaHasEscapes;
  private long number;
  private long sequenceNumber = ABSENT;
  private long inputTokens = ABSENT;
  private long outputTokens = ABSENT;
  private long reasoningTokens = ABSENT;

  private ChunkTemplate(byte[] frame, Role[] roles, int[] from, int[] to) {
    this.frame = frame;
    this.roles = roles;
    this.from = from;
    this.to = to;
  }

  /**
   * Makes a template of a frame.
   *
   * @param frameFrom where the frame begins, {@code frameTo} where it ends, its blank line included
   * @param dataFrom where its JSON begins, {@code dataTo} where it ends
   * @param delta the text that the frame added
   * @return {@code null} if the text does not stand in exactly one hole for it
   */
  public static @Nullable ChunkTemplate of(
      byte[] slice,
      int frameFrom,
      int frameTo,
      int dataFrom,
      int dataTo,
      List<Hole> holes,
      String delta) {
    List<HoleFinder.Found> used = new ArrayList<>();
    int deltas = 0;
    for (HoleFinder.Found found : HoleFinder.find(slice, dataFrom, holes)) {
      if (found.hole().role() != Role.DELTA) {
        used.add(found);
      } else if (found.from() < found.to()) {
        deltas++;
        used.add(found);
        String text =
            JsonString.read(
                slice, found.from(), found.to(), /* isAscii= */ false, /* hasEscapes= */ true);
        deltas += delta.equals(text) ? 0 : 1;
      }
    }
    addPadding(slice, dataTo, used);
    return deltas == 1 ? cut(Arrays.copyOfRange(slice, frameFrom, frameTo), frameFrom, used) : null;
  }

  private static void addPadding(byte[] slice, int dataTo, List<HoleFinder.Found> holes) {
    int to = dataTo - 1;
    if (slice[to] == '}') {
      int from = to;
      while (slice[from - 1] == ' ') {
        from--;
      }
      holes.add(new HoleFinder.Found(Hole.of(Role.PADDING), from, to));
    }
  }

  private static ChunkTemplate cut(byte[] frame, int offset, List<HoleFinder.Found> holes) {
    int[] from = new int[holes.size() + 1];
    int[] to = new int[holes.size() + 1];
    Role[] roles = new Role[holes.size()];
    for (int i = 0; i < roles.length; i++) {
      roles[i] = holes.get(i).hole().role();
      to[i] = holes.get(i).from() - offset;
      from[i + 1] = holes.get(i).to() - offset;
    }
    to[roles.length] = frame.length;
    return new ChunkTemplate(frame, roles, from, to);
  }

  /**
   * Matches a frame that begins at a place.
   *
   * @return where it ends, {@link #BEGINNING} or {@link #NO_MATCH}
   */
  public int match(byte[] slice, int start, int limit) {
    int at = start;
    for (int i = 0; ; i++) {
      int length = to[i] - from[i];
      if (at + length > limit) {
        return Arrays.equals(frame, from[i], from[i] + limit - at, slice, at, limit)
            ? BEGINNING
            : NO_MATCH;
      }
      if (!Arrays.equals(frame, from[i], to[i], slice, at, at + length)) {
        return NO_MATCH;
      }
      at += length;
      if (i == roles.length) {
        return at;
      }
      at =
          switch (roles[i]) {
            case DELTA -> delta(slice, at, limit);
            case IGNORED_TEXT -> ignoredText(slice, at, limit);
            case PADDING -> padding(slice, at, limit);
            case IGNORED_NUMBER -> number(slice, at, limit);
            case SEQUENCE_NUMBER, INPUT_TOKENS, OUTPUT_TOKENS, REASONING_TOKENS -> {
              int end = number(slice, at, limit);
              keep(roles[i]);
              yield end;
            }
          };
      if (at < 0) {
        return at;
      }
    }
  }

  private int delta(byte[] slice, int start, int limit) {
    int at = start;
    int seen = 0;
    boolean escapes = false;
    while (at < limit) {
      byte b = slice[at];
      if (b == '"') {
        deltaFrom = start;
        deltaTo = at;
        deltaIsAscii = seen >= 0;
        deltaHasEscapes = escapes;
        return at;
      }
      if (b == '\\') {
        escapes = true;
        at++;
      } else if (b >= 0 && b < ' ') {
        return NO_MATCH;
      }
      seen |= b;
      at++;
    }
    return BEGINNING;
  }

  /** Even a text nobody reads must be valid, or the general way would call it malformed. */
  private static int ignoredText(byte[] slice, int start, int limit) {
    for (int at = start; at < limit; at++) {
      byte b = slice[at];
      if (b == '"') {
        return at;
      }
      if (b < ' ' || b == '\\') {
        return NO_MATCH;
      }
    }
    return BEGINNING;
  }

  private static int padding(byte[] slice, int start, int limit) {
    int at = start;
    while (at < limit && slice[at] == ' ') {
      at++;
    }
    return at;
  }

  private int number(byte[] slice, int start, int limit) {
    int at = start;
    long value = 0;
    while (at < limit && slice[at] >= '0' && slice[at] <= '9') {
      value = value * 10 + slice[at] - '0';
      at++;
    }
    if (at == limit) {
      return BEGINNING;
    }
    int digits = at - start;
    boolean odd = digits == 0 || digits > MAX_DIGITS || (slice[start] == '0' && digits > 1);
    // A fraction or an exponent cannot follow: the next literal begins with what ended the number.
    number = value;
    return odd ? NO_MATCH : at;
  }

  private void keep(Role role) {
    switch (role) {
      case SEQUENCE_NUMBER -> sequenceNumber = number;
      case INPUT_TOKENS -> inputTokens = number;
      case OUTPUT_TOKENS -> outputTokens = number;
      case REASONING_TOKENS -> reasoningTokens = number;
      case DELTA, IGNORED_TEXT, IGNORED_NUMBER, PADDING -> {}
    }
  }

  /** The text of the last match; {@code null} if it is empty or odd. */
  public @Nullable String delta(byte[] slice) {
    return deltaFrom == deltaTo
        ? null
        : JsonString.read(slice, deltaFrom, deltaTo, deltaIsAscii, deltaHasEscapes);
  }

  /** The sequence number of the last match, or -1 if frames of this kind have none. */
  public long sequenceNumber() {
    return sequenceNumber;
  }

  /** The counts of the last match; {@code null} if frames of this kind have none. */
  public @Nullable Usage usage() {
    if (inputTokens < 0 && outputTokens < 0 && reasoningTokens < 0) {
      return null;
    }
    return new Usage(count(inputTokens), count(outputTokens), count(reasoningTokens), null, null);
  }

  private static @Nullable Long count(long value) {
    return value < 0 ? null : (Long) value;
  }
}
