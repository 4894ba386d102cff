package dev.weir.codec.dialect;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block between its start and its end. What a dialect learns about it meanwhile is set here, so
 * that its end carries it however the stream ends.
 */
public final class OpenBlock {
  static final char NONE = 0;

  private final BlockId id;
  private final BlockKind kind;

  /** Its first part, and mostly the only one. */
  private final RunningText first = new RunningText();

  private List<RunningText> furtherParts = List.of();

  /** Arguments are handed over whole at the end; other texts are not kept. */
  final @Nullable StringBuilder arguments;

  /** The first half of a character whose second half comes with the next delta. */
  char heldSurrogate = NONE;

  int heldPart;
  boolean hasParts;
  boolean ended;

  /** The part to which text was added last. */
  private int growingPart;

  /** Whether a final payload differed from the deltas, which is reported once. */
  boolean contradicted;

  private boolean damaged;

  private @Nullable Reasoning reasoning;
  private @Nullable String signature;
  private LateText source = () -> null;

  OpenBlock(BlockId id, BlockKind kind) {
    this.id = id;
    this.kind = kind;
    boolean isCall = kind == BlockKind.TOOL_CALL || kind == BlockKind.SERVER_TOOL;
    this.arguments = isCall ? new StringBuilder() : null;
  }

  /** Its number. */
  public BlockId id() {
    return id;
  }

  /** What it is. */
  public BlockKind kind() {
    return kind;
  }

  /** Whether its end was written. */
  public boolean isEnded() {
    return ended;
  }

  /** How many characters the block has received, in all its parts. */
  public int length() {
    int length = first.length();
    for (RunningText part : furtherParts) {
      length += part.length();
    }
    return length;
  }

  /**
   * Part of it was lost or is in doubt. A call that the client would run then does not end as
   * complete: running it would do something that the model did not ask for.
   */
  public void damaged() {
    damaged = true;
  }

  boolean isRunnable() {
    return kind != BlockKind.TOOL_CALL || !damaged;
  }

  /** The arguments after that many characters; empty for blocks that are not calls. */
  public String argumentsFrom(int chars) {
    StringBuilder whole = arguments;
    return whole == null ? "" : whole.substring(Math.min(chars, whole.length()));
  }

  /** The arguments so far; empty for blocks that are not calls. */
  public String arguments() {
    StringBuilder whole = arguments;
    return whole == null ? "" : whole.toString();
  }

  /** Sets what its end says of the reasoning. */
  public OpenBlock reasoning(Reasoning value) {
    reasoning = value;
    return this;
  }

  /** What its end will say of the reasoning. */
  public Reasoning reasoning() {
    Reasoning known = reasoning;
    return known == null ? Reasoning.NONE : known;
  }

  @Nullable Reasoning reasoningIfAny() {
    return reasoning;
  }

  /** Sets the signature that goes back with it. */
  public OpenBlock signature(@Nullable String value) {
    signature = value;
    return this;
  }

  /** The signature that goes back with it. */
  public @Nullable String signature() {
    return signature;
  }

  /** Sets the provider's final JSON of it. */
  public OpenBlock source(@Nullable String json) {
    return sourceAtEnd(() -> json);
  }

  /** A source that still grows: it is written once, when the block ends in whatever way. */
  public OpenBlock sourceAtEnd(LateText json) {
    source = json;
    return this;
  }

  /** A text that is written when it is asked for. */
  @FunctionalInterface
  public interface LateText {
    /** The JSON; absent if there is none after all. */
    @Nullable String write();
  }

  /** The provider's final JSON of it, if it was set. */
  public @Nullable String source() {
    return source.write();
  }

  /**
   * Lets go of what only the end needed, once the block has ended: a dialect may keep many blocks
   * to compare them with a last payload, and that needs no text.
   */
  public void forget() {
    if (ended) {
      reasoning = null;
      source = () -> null;
      StringBuilder whole = arguments;
      if (whole != null) {
        whole.setLength(0);
        whole.trimToSize();
      }
    }
  }

  int growingPart() {
    return growingPart;
  }

  /** Whether a final payload has repeated every part. */
  boolean isConfirmed() {
    return first.isConfirmed() && furtherParts.stream().allMatch(RunningText::isConfirmed);
  }

  /**
   * @param isCompared whether a whole text may follow that must be compared with all of this
   */
  void append(int part, String text, boolean isCompared) {
    RunningText grown = part(part);
    if (isCompared) {
      grown.append(text);
    } else {
      grown.grow(text.length());
    }
    growingPart = part;
    hasParts |= part > 0;
  }

  RunningText part(int part) {
    if (part == 0) {
      return first;
    }
    furtherParts = furtherParts.isEmpty() ? new ArrayList<>() : furtherParts;
    while (furtherParts.size() < part) {
      furtherParts.add(new RunningText());
    }
    return furtherParts.get(part - 1);
  }
}
