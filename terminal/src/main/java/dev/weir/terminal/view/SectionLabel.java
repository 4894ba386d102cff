package dev.weir.terminal.view;

import dev.weir.event.BlockKind;
import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.view.PanelBlock.State;
import java.util.List;

/** The line above a section: what it is, how long it took, and whether it was interrupted. */
final class SectionLabel {
  private SectionLabel() {}

  /**
   * @param blocks the blocks under this label
   * @param remark what is added, in a few words
   */
  static Line of(SectionKind kind, List<PanelBlock> blocks, String remark) {
    PanelBlock first = blocks.getFirst();
    Line label = Line.of(name(kind, first), Style.of(kind.hue()).asBold());
    StringBuilder facts = new StringBuilder();
    if (kind == SectionKind.REASONING) {
      add(facts, blocks.size() > 1 ? blocks.size() + " items" : "");
      add(facts, Amounts.time(micros(blocks)));
    }
    String progress = first.progress() == null ? "" : first.progress();
    add(facts, first.isFailed() ? "" : progress);
    int citations = blocks.stream().mapToInt(PanelBlock::annotations).sum();
    add(facts, citations == 0 ? "" : Amounts.some(citations, "citation"));
    add(facts, remark);
    label = label.plus(facts.toString(), Style.MUTED);
    label = first.isFailed() ? label.plus(" · " + progress, Style.of(Hue.FAULT)) : label;
    return blocks.stream().anyMatch(block -> block.state() == State.CUT)
        ? label.plus(" · interrupted", Style.of(Hue.FAULT))
        : label;
  }

  private static String name(SectionKind kind, PanelBlock block) {
    String name = block.name();
    if (kind == SectionKind.ARGUMENTS) {
      String by = block.kind() == BlockKind.SERVER_TOOL ? "▶ provider's tool" : kind.label();
      return name == null ? by : by + " " + name;
    }
    return kind.label();
  }

  private static void add(StringBuilder facts, String fact) {
    if (!fact.isEmpty()) {
      facts.append(" · ").append(fact);
    }
  }

  /** Blocks that follow each other may have been open at the same time. */
  private static long micros(List<PanelBlock> blocks) {
    long start = blocks.stream().mapToLong(PanelBlock::startMicros).min().orElse(0);
    long end = blocks.stream().mapToLong(PanelBlock::lastMicros).max().orElse(0);
    return end - start;
  }
}
