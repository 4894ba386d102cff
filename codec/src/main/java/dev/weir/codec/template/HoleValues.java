package dev.weir.codec.template;

import dev.weir.codec.dialect.Hole.Role;
import dev.weir.codec.json.JsonString;
import dev.weir.codec.json.TextScan;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands in the holes of one frame.
 *
 * <p>It is stricter than JSON: what it refuses goes the general way, which then decides.
 */
public final class HoleValues {
  /** With more digits than this, the general way decides. */
  private static final int MAX_DIGITS = 15;

  private static final int ABSENT = -1;

  private final TextScan scan = new TextScan();
  private int deltaFrom;
  private int deltaTo;
  private boolean deltaIsAscii;

  /** Where the first and the last escape of the text begin; its end if it has none. */
  private int firstEscape;

  private int lastEscape;
  private long number;
  private long sequenceNumber = ABSENT;
  private long inputTokens = ABSENT;
  private long outputTokens = ABSENT;
  private long reasoningTokens = ABSENT;
  private long totalTokens = ABSENT;

  /** The text was read elsewhere, that many bytes before where it stands. */
  void moveDelta(int by) {
    deltaFrom += by;
    deltaTo += by;
    firstEscape += by;
    lastEscape += by;
  }

  /** Whether frames of this kind count tokens. */
  public boolean hasCounts() {
    return inputTokens >= 0 || outputTokens >= 0 || reasoningTokens >= 0 || totalTokens >= 0;
  }

  /**
   * Reads one value.
   *
   * @return where it ends, {@link ChunkTemplate#BEGINNING} if the bytes end before it does, or
   *     {@link ChunkTemplate#NO_MATCH}
   */
  int read(Role role, byte[] a, int start, int limit) {
    return switch (role) {
      case DELTA -> delta(a, start, limit);
      case IGNORED_TEXT -> ignoredText(a, start, limit);
      case PADDING -> TextScan.afterSpaces(a, start, limit);
      case IGNORED_NUMBER -> number(a, start, limit);
      case SEQUENCE_NUMBER, INPUT_TOKENS, OUTPUT_TOKENS, REASONING_TOKENS, TOTAL_TOKENS -> {
        int end = number(a, start, limit);
        keep(role);
        yield end;
      }
    };
  }

  private int delta(byte[] a, int start, int limit) {
    scan.begin();
    int at = scan.special(a, start, limit);
    int first = at;
    int last = at;
    while (at < limit && a[at] == '\\') {
      last = at;
      at = at + 2 < limit ? scan.special(a, at + 2, limit) : limit;
    }
    if (at == limit) {
      return ChunkTemplate.BEGINNING;
    }
    deltaFrom = start;
    deltaTo = at;
    deltaIsAscii = scan.isAscii();
    firstEscape = first;
    lastEscape = last;
    return a[at] == '"' ? at : ChunkTemplate.NO_MATCH;
  }

  /** Even a text nobody reads must be valid, or the general way would call it malformed. */
  private int ignoredText(byte[] a, int start, int limit) {
    scan.begin();
    int at = scan.special(a, start, limit);
    if (at == limit) {
      return ChunkTemplate.BEGINNING;
    }
    return a[at] == '"' && scan.isAscii() ? at : ChunkTemplate.NO_MATCH;
  }

  private int number(byte[] a, int start, int limit) {
    int at = start;
    long value = 0;
    while (at < limit && a[at] >= '0' && a[at] <= '9') {
      value = value * 10 + a[at] - '0';
      at++;
    }
    if (at == limit) {
      return ChunkTemplate.BEGINNING;
    }
    int digits = at - start;
    boolean odd = digits == 0 || digits > MAX_DIGITS || (a[start] == '0' && digits > 1);
    // A fraction or an exponent cannot follow: the next literal begins with what ended the number.
    number = value;
    return odd ? ChunkTemplate.NO_MATCH : at;
  }

  private void keep(Role role) {
    switch (role) {
      case SEQUENCE_NUMBER -> sequenceNumber = number;
      case INPUT_TOKENS -> inputTokens = number;
      case OUTPUT_TOKENS -> outputTokens = number;
      case REASONING_TOKENS -> reasoningTokens = number;
      case TOTAL_TOKENS -> totalTokens = number;
      case DELTA, IGNORED_TEXT, IGNORED_NUMBER, PADDING -> {}
    }
  }

  /** The text that the frame adds; {@code null} if it is empty or odd. */
  public @Nullable String delta(byte[] a) {
    if (deltaFrom == deltaTo) {
      return null;
    }
    return firstEscape == deltaTo
        ? JsonString.read(a, deltaFrom, deltaTo, deltaIsAscii, /* hasEscapes= */ false)
        : JsonString.unescape(a, deltaFrom, deltaTo, deltaIsAscii, firstEscape, lastEscape);
  }

  /** The sequence number, or -1 if frames of this kind have none. */
  public long sequenceNumber() {
    return sequenceNumber;
  }

  /** The number in the hole for input, or -1 if frames of this kind do not count it. */
  public long inputTokens() {
    return inputTokens;
  }

  public long outputTokens() {
    return outputTokens;
  }

  public long reasoningTokens() {
    return reasoningTokens;
  }

  public long totalTokens() {
    return totalTokens;
  }
}
