package dev.weir.terminal;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.screen.Screen;
import dev.weir.terminal.screen.ScreenEncoder;
import dev.weir.terminal.screen.Span;
import dev.weir.terminal.view.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jline.utils.ScreenTerminal;

/**
 * Sends one hostile output through the view to an emulated terminal, and looks for what it did
 * there.
 *
 * <p>It must leave the rows above ours alone, make the terminal answer nothing, and bring no
 * control character: neither into the text that is drawn nor, but for those that drawing needs,
 * into the bytes. {@link TerminalFuzzRun} runs a million of them.
 */
final class TerminalFuzz {
  private static final int COLUMNS = 32;
  private static final int ROWS = 12;
  private static final List<BlockKind> KINDS = List.of(BlockKind.values());
  private static final List<String> GUARDS = List.of("guard one", "guard two", "guard three");
  private static final ViewOptions OPTIONS = ViewOptions.defaults().withMicroClock(() -> 0);

  /** What an output can do to a terminal. */
  enum Harm {
    /** The text that is drawn holds a control character. */
    CONTROL_IN_TEXT,
    /** The bytes hold one that drawing does not write. */
    CONTROL_IN_BYTES,
    /** The terminal sent something back, as if it were typed. */
    ANSWER,
    /** A cell above ours was cleared or overwritten. */
    ROWS_ABOVE,
    /** The view threw. */
    CRASH
  }

  record Finding(Harm harm, String words) {}

  private final Random random;
  private final HostileText texts;
  private final UnaryOperator<String> leak;
  private final Stage stage = new Stage(OPTIONS);
  private final ScreenEncoder encoder = new ScreenEncoder(Palette.DARK, /* fullScreen= */ false);
  private final StringBuilder written = new StringBuilder();
  private final ScreenTerminal screen = new ScreenTerminal(COLUMNS, ROWS);
  private final List<Finding> findings = new ArrayList<>();

  TerminalFuzz(long seed) {
    this(seed, UnaryOperator.identity());
  }

  /**
   * @param leak what happens to the bytes on their way, to see that it is found
   */
  TerminalFuzz(long seed, UnaryOperator<String> leak) {
    random = new Random(seed);
    texts = new HostileText(random);
    this.leak = leak;
  }

  /** Shows one output; returns what it did to the terminal. */
  List<Finding> output() {
    GUARDS.forEach(guard -> screen.write(guard + "\r\n"));
    Stage.Actor actor = stage.add(texts.next(), texts.next());
    stage.accept(actor, new StreamEvent.ResponseStart(texts.next(), texts.next()), 0);
    int blocks = 1 + random.nextInt(3);
    for (int i = 0; i < blocks; i++) {
      block(actor, i);
    }
    var fault = new StreamFault(StreamFault.Kind.PROVIDER_ERROR, texts.next(), texts.next());
    stage.accept(actor, new StreamEvent.Fault(fault), 0);
    stage.accept(actor, new StreamEvent.ResponseEnd(Verdict.FAILED, texts.next(), null), 0);
    draw();
    look();
    return findings;
  }

  private void block(Stage.Actor actor, int number) {
    var id = new BlockId(number / 2, number);
    BlockKind kind = KINDS.get(random.nextInt(KINDS.size()));
    stage.accept(actor, new BlockStart(id, kind, "id", texts.next(), false, Map.of()), 0);
    String text = texts.next() + texts.next();
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + 1 + random.nextInt(12));
      stage.accept(actor, new BlockDelta(id, text.substring(from, to)), 0);
      if (random.nextInt(3) == 0) {
        draw();
      }
      from = to;
    }
    stage.accept(actor, new StreamEvent.ToolProgress(id, texts.next()), 0);
    draw();
    stage.accept(actor, new BlockEnd(id, random.nextBoolean(), null, null, null, null), 0);
  }

  private void draw() {
    List<Line> finished = stage.takeFinished(COLUMNS, /* rich= */ true);
    String bytes = finished.isEmpty() ? "" : encoder.print(checked(finished));
    bytes +=
        stage.isEmpty()
            ? encoder.close()
            : encoder.draw(new Screen(checked(stage.rows(Room.of(COLUMNS, ROWS / 2)))));
    bytes = leak.apply(bytes);
    written.append(bytes);
    screen.write(bytes);
  }

  private List<Line> checked(List<Line> lines) {
    for (Line line : lines) {
      for (Span span : line.spans()) {
        int at = DrawnBytes.firstControl(span.text());
        if (at >= 0) {
          found(Harm.CONTROL_IN_TEXT, span.text(), at);
        }
      }
    }
    return lines;
  }

  private void look() {
    int foreign = DrawnBytes.firstForeign(written);
    if (foreign >= 0) {
      found(Harm.CONTROL_IN_BYTES, written, foreign);
    }
    String reply = screen.read();
    if (!reply.isEmpty()) {
      findings.add(new Finding(Harm.ANSWER, reply.replace('\033', '␛')));
    }
    List<String> rows = VirtualScreen.all(screen);
    if (rows.size() < GUARDS.size() || !rows.subList(0, GUARDS.size()).equals(GUARDS)) {
      findings.add(new Finding(Harm.ROWS_ABOVE, rows.toString()));
    }
  }

  private void found(Harm harm, CharSequence text, int at) {
    // One of a kind is enough to say what is wrong.
    if (findings.stream().noneMatch(finding -> finding.harm() == harm)) {
      findings.add(new Finding(harm, "U+%04X at %,d".formatted((int) text.charAt(at), at)));
    }
  }
}
