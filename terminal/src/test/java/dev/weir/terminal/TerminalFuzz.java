package dev.weir.terminal;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.screen.Screen;
import dev.weir.terminal.screen.ScreenEncoder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jline.utils.ScreenTerminal;

/**
 * Sends hostile outputs through the view to an emulated terminal, and looks for what they did
 * there.
 *
 * <p>Each output must leave the rows above ours alone, make the terminal answer nothing, and bring
 * no control character but those that drawing needs. {@code ./fuzz terminal [OUTPUTS [SEED]]} runs
 * a million of them.
 */
public final class TerminalFuzz {
  private static final int COLUMNS = 32;
  private static final int ROWS = 12;
  private static final List<BlockKind> KINDS = List.of(BlockKind.values());
  private static final List<String> GUARDS = List.of("guard one", "guard two", "guard three");

  /** All that drawing writes besides text. */
  private static final Pattern OURS =
      Pattern.compile("\033\\[(?:[0-9;]*m|[0-9]+[ABC]|[JK]|\\?(?:2026|25|7)[hl])|\r\n|\r");

  private static final Pattern CONTROL =
      Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]|\\p{Cs}");

  private final Random random;
  private final HostileText texts;
  private final StringBuilder written = new StringBuilder();
  private ScreenTerminal screen = new ScreenTerminal(COLUMNS, ROWS);

  public TerminalFuzz(long seed) {
    random = new Random(seed);
    texts = new HostileText(random);
  }

  public static void main(String[] args) {
    long outputs = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
    long start = System.nanoTime();
    for (long i = 0; i < outputs; i++) {
      String problem = new TerminalFuzz(seed + i).output();
      if (!problem.isEmpty()) {
        System.out.printf("seed %d: %s%n", seed + i, problem);
        System.exit(1);
      }
      if ((i + 1) % 100_000 == 0) {
        System.out.printf(
            "%,d outputs, %,d s%n", i + 1, (System.nanoTime() - start) / 1_000_000_000);
      }
    }
    System.out.printf("%,d outputs: no finding%n", outputs);
  }

  /** Shows one output; returns what it did to the terminal, or nothing. */
  String output() {
    GUARDS.forEach(guard -> screen.write(guard + "\r\n"));
    var options = ViewOptions.defaults().withMicroClock(() -> 0);
    var stage = new Stage(options);
    var encoder = new ScreenEncoder(Palette.DARK, /* fullScreen= */ false);
    Stage.Actor actor = stage.add(texts.next(), texts.next());
    stage.accept(actor, new StreamEvent.ResponseStart(texts.next(), texts.next()), 0);
    int blocks = 1 + random.nextInt(3);
    for (int i = 0; i < blocks; i++) {
      block(stage, actor, encoder, i);
    }
    stage.accept(
        actor,
        new StreamEvent.Fault(
            new StreamFault(StreamFault.Kind.PROVIDER_ERROR, texts.next(), texts.next())),
        0);
    stage.accept(actor, new StreamEvent.ResponseEnd(Verdict.FAILED, texts.next(), null), 0);
    draw(stage, encoder);
    return problem();
  }

  private void block(Stage stage, Stage.Actor actor, ScreenEncoder encoder, int number) {
    var id = new BlockId(number / 2, number);
    BlockKind kind = KINDS.get(random.nextInt(KINDS.size()));
    stage.accept(actor, new BlockStart(id, kind, "id", texts.next(), false, Map.of()), 0);
    String text = texts.next() + texts.next();
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + 1 + random.nextInt(12));
      stage.accept(actor, new BlockDelta(id, text.substring(from, to)), 0);
      if (random.nextInt(3) == 0) {
        draw(stage, encoder);
      }
      from = to;
    }
    stage.status(actor, texts.next());
    stage.accept(actor, new StreamEvent.ToolProgress(id, texts.next()), 0);
    draw(stage, encoder);
    stage.accept(actor, new BlockEnd(id, random.nextBoolean(), null, null, null, null), 0);
  }

  private void draw(Stage stage, ScreenEncoder encoder) {
    var finished = stage.takeFinished(COLUMNS, /* rich= */ true);
    String bytes = finished.isEmpty() ? "" : encoder.print(finished);
    bytes +=
        stage.isEmpty() ? encoder.close() : encoder.draw(new Screen(stage.rows(COLUMNS, ROWS / 2)));
    written.append(bytes);
    screen.write(bytes);
  }

  private String problem() {
    String left = OURS.matcher(written).replaceAll("");
    var control = CONTROL.matcher(left);
    if (control.find()) {
      return "a control character reached the terminal: U+%04X"
          .formatted((int) left.charAt(control.start()));
    }
    String reply = screen.read();
    if (!reply.isEmpty()) {
      return "the terminal answered: " + reply.replace('\033', '␛');
    }
    List<String> rows = VirtualScreen.all(screen);
    return rows.size() >= GUARDS.size() && rows.subList(0, GUARDS.size()).equals(GUARDS)
        ? ""
        : "rows above ours changed: " + rows;
  }
}
