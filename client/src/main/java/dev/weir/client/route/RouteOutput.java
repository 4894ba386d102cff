package dev.weir.client.route;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is shown of all tries of a route, as one stream that keeps the grammar.
 *
 * <p>Nothing is shown before the first content: a try that fails before that leaves only a {@link
 * FailedTry}, and that too is shown with the first content. For a caller that wants the answer
 * whole, nothing is shown before its end. What may be the beginning of a bad end (a cut block, a
 * fault) is held until it is known whether another model goes on. Pure; belongs to one call and one
 * thread at a time.
 */
final class RouteOutput {

  /** What an event means for the route. */
  enum Taken {
    /** Nothing that it needs to know. */
    FINE,
    /** The first content of this try was shown. */
    CONTENT,
    /** Something could not be read, and may be missing. */
    DAMAGED,
    /** The continuation does not go on with what was seen. */
    UNPROVEN
  }

  private final Consumer<StreamEvent> out;
  private static final int MOST_UNSEEN = 4 << 20;

  private final boolean goesOn;
  private final boolean isWhole;
  private final List<StreamEvent> held = new ArrayList<>();
  private final List<FailedTry> tried = new ArrayList<>();
  private final List<StreamEvent> tail = new ArrayList<>();
  private final Map<Integer, BlockId> open = new TreeMap<>();
  private final Map<Integer, BlockKind> kinds = new HashMap<>();
  private final StringBuilder said = new StringBuilder();
  private long unseen;
  private boolean isStarted;
  private boolean isVisible;
  private boolean isOther;
  private boolean isFaultSaid;
  private int nextOutput;
  private @Nullable BlockId text;
  private @Nullable Usage usage;
  private @Nullable Joint joint;
  private @Nullable ResponseEnd broken;

  /**
   * @param goesOn whether the route continues answers that broke off
   * @param isWhole whether nobody sees anything before the end, so that any try may start over
   */
  RouteOutput(boolean goesOn, boolean isWhole, Consumer<StreamEvent> out) {
    this.isWhole = isWhole;
    this.goesOn = goesOn;
    this.out = out;
  }

  /** Whether anything was shown that another try would show again. */
  boolean isVisible() {
    return isVisible;
  }

  /** Whether only text was shown and it stops in the middle, so that a model can go on. */
  boolean canGoOn() {
    return goesOn
        && isVisible
        && !isOther
        && text != null
        && open.values().stream().allMatch(block -> block.equals(text));
  }

  /** All text that was shown. */
  String said() {
    return said.toString();
  }

  /** Whether the try under way is shown, or would be if it had content. */
  boolean isJoined() {
    Joint joining = joint;
    return joining == null || joining.isProven();
  }

  /** Another try begins; what is held of the one before is forgotten. */
  void begin() {
    held.clear();
    unseen = 0;
    joint = null;
  }

  /**
   * A try begins that is to go on with what was shown.
   *
   * @param told makes the seam's event, given its block, its place and what is dropped
   */
  void goOn(SeamTeller told) {
    BlockId block = text;
    if (block == null) {
      throw new IllegalStateException("There is no text to go on with; ask canGoOn first");
    }
    int at = said.length();
    Usage before = usage;
    joint =
        new Joint(
            block,
            said.toString(),
            kinds.size(),
            nextOutput,
            () -> {
              tail.clear();
              broken = null;
              usage = null;
              pass(told.seam(block, at, repeated(), before));
            },
            this::show);
  }

  private int repeated() {
    Joint known = joint;
    return known == null ? 0 : known.repeated();
  }

  /** Writes the event of a seam. */
  @FunctionalInterface
  interface SeamTeller {
    Seam seam(BlockId block, int at, int overlap, @Nullable Usage usage);
  }

  /** A try failed and another follows: told at once if anything is visible, else with content. */
  void tell(FailedTry event) {
    if (isVisible) {
      pass(event);
    } else {
      tried.add(event);
    }
  }

  /** Takes the next event of the try under way, except its end. */
  Taken take(StreamEvent event) {
    Joint joining = joint;
    if (joining != null) {
      boolean wasProven = joining.isProven();
      if (wasProven && isDamage(event) && canGoOn()) {
        return Taken.DAMAGED;
      }
      joining.accept(event);
      if (joining.isRefuted()) {
        return Taken.UNPROVEN;
      }
      return !wasProven && joining.isProven() ? Taken.CONTENT : Taken.FINE;
    }
    if (isVisible) {
      if (isDamage(event) && canGoOn()) {
        return Taken.DAMAGED;
      }
      show(event);
      return Taken.FINE;
    }
    if (isDamage(event)) {
      return Taken.DAMAGED;
    }
    boolean isFirst = isContent(event) && unseen == 0;
    unseen += isContent(event) ? 1 + length(event) : 0;
    if (unseen == 0 || (isWhole && unseen <= MOST_UNSEEN)) {
      held.add(event);
      return isFirst ? Taken.CONTENT : Taken.FINE;
    }
    reveal();
    show(event);
    return isFirst ? Taken.CONTENT : Taken.FINE;
  }

  private static int length(StreamEvent event) {
    return event instanceof BlockDelta delta ? delta.text().length() : 0;
  }

  private static boolean isDamage(StreamEvent event) {
    return event instanceof Fault wrong && wrong.fault().kind() == StreamFault.Kind.MALFORMED;
  }

  /** A block that has only begun may stay empty. */
  private static boolean isContent(StreamEvent event) {
    return switch (event) {
      case BlockDelta e -> !e.text().isEmpty();
      case BlockStart e ->
          switch (e.kind()) {
            case TEXT, REASONING, REFUSAL -> false;
            case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> true;
          };
      case StreamEvent.BlockRepair e -> true;
      case StreamEvent.Annotation e -> true;
      case StreamEvent.ToolProgress e -> true;
      case OutputEnd e -> true;
      case Seam e -> true;
      case BlockEnd e -> false;
      case ResponseStart e -> false;
      case StreamEvent.ResponseProgress e -> false;
      case UsageUpdate e -> false;
      case StreamEvent.SequenceGap e -> false;
      case StreamEvent.UnrepairedGap e -> false;
      case FailedTry e -> false;
      case StreamEvent.Unrecognized e -> false;
      case Fault e -> false;
      case StreamEvent.PassStart e -> false;
      case StreamEvent.PassEnd e -> false;
      case ResponseEnd e -> false;
    };
  }

  /** Shows what was held: the start first, then what was tried before. */
  private void reveal() {
    isVisible = true;
    List<StreamEvent> events = List.copyOf(held);
    held.clear();
    if (events.isEmpty() || !(events.getFirst() instanceof ResponseStart)) {
      start(new ResponseStart(null, null));
    }
    events.forEach(this::show);
  }

  private void start(ResponseStart start) {
    if (!isStarted) {
      isStarted = true;
      out.accept(start);
      tried.forEach(out);
      tried.clear();
    }
  }

  private void show(StreamEvent event) {
    if (event instanceof ResponseStart start) {
      start(start);
    } else if (mayBeTheEnd(event)) {
      tail.add(event);
    } else {
      flush();
      pass(event);
    }
  }

  private boolean mayBeTheEnd(StreamEvent event) {
    return switch (event) {
      case BlockEnd end -> !end.complete() || end.block().equals(text);
      case Fault wrong -> true;
      case UsageUpdate update -> !tail.isEmpty();
      case OutputEnd end -> !tail.isEmpty();
      case StreamEvent.UnrepairedGap gap -> !tail.isEmpty();
      case StreamEvent other -> false;
    };
  }

  private void flush() {
    List<StreamEvent> events = List.copyOf(tail);
    tail.clear();
    events.forEach(this::pass);
  }

  private void pass(StreamEvent event) {
    switch (event) {
      case BlockStart start -> {
        open.put(start.block().block(), start.block());
        kinds.put(start.block().block(), start.kind());
        nextOutput = Math.max(nextOutput, start.block().output() + 1);
        boolean isFirstText = start.kind() == BlockKind.TEXT && text == null;
        isOther |= !isFirstText && start.kind() != BlockKind.REASONING;
        text = isFirstText ? start.block() : text;
      }
      case BlockDelta delta -> {
        if (delta.block().equals(text)) {
          said.append(delta.text());
        }
      }
      case BlockEnd end -> {
        open.remove(end.block().block());
        isOther |= end.block().equals(text);
      }
      case OutputEnd end -> {
        nextOutput = Math.max(nextOutput, end.output() + 1);
        isOther = true;
      }
      case StreamEvent.BlockRepair repair -> isOther = true;
      case StreamEvent.UnrepairedGap gap -> isOther = true;
      case UsageUpdate update -> usage = update.usage();
      case Fault wrong -> isFaultSaid = true;
      case StreamEvent other -> {}
    }
    out.accept(event);
  }

  /** The try under way has broken off, with that end; another may go on. */
  void broke(ResponseEnd end) {
    Joint joining = joint;
    if (isVisible && (joining == null || joining.isProven())) {
      usage = end.usage() == null ? usage : end.usage();
      broken = joining == null ? end : joining.moved(end);
    }
    joint = null;
  }

  /** Ends as the try under way did; returns the last event, which is not handed on here. */
  ResponseEnd end(ResponseEnd natural) {
    Joint joining = joint;
    if (!isVisible) {
      reveal();
    }
    flush();
    cutBlocks();
    return joining == null ? natural : joining.moved(natural);
  }

  /**
   * Ends without an answer, or where the answer broke off.
   *
   * @param fault what is wrong, if the stream itself has not said so
   * @param how the verdict, unless what broke off had one
   */
  ResponseEnd fail(@Nullable StreamFault fault, Verdict how, @Nullable String word) {
    ResponseEnd known = broken;
    if (!isVisible) {
      // What came of the last try is kept if it had content; otherwise there is only the reason.
      held.removeIf(event -> unseen == 0 && isOfBlock(event));
      reveal();
    }
    flush();
    cutBlocks();
    if (fault != null && !isFaultSaid) {
      out.accept(new Fault(fault));
    }
    return known != null && how != Verdict.CANCELLED
        ? new ResponseEnd(
            known.verdict() == Verdict.CANCELLED ? how : known.verdict(),
            known.verdict() == Verdict.CANCELLED ? word : known.word(),
            known.usage(),
            known.reasoning())
        : new ResponseEnd(how, word, usage);
  }

  /** Blocks without content, and what is said of them or of the try. */
  private static boolean isOfBlock(StreamEvent event) {
    return switch (event) {
      case BlockStart e -> true;
      case BlockDelta e -> true;
      case BlockEnd e -> true;
      case StreamEvent.UnrepairedGap e -> true;
      case Fault e -> true;
      case StreamEvent other -> false;
    };
  }

  private void cutBlocks() {
    for (BlockId block : List.copyOf(open.values())) {
      pass(new BlockEnd(block, /* complete= */ false, null, null, null, null));
    }
  }
}
