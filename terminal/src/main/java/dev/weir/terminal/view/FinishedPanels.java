package dev.weir.terminal.view;

import dev.weir.event.BlockKind;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.ArrayList;
import java.util.List;

/**
 * Lays out finished panels for the place where they stay.
 *
 * <p>Lines are as long as the model made them: the terminal wraps them, so that they can be copied
 * and follow its width when that changes.
 *
 * @param rich whether Markdown is laid out
 */
record FinishedPanels(Detail detail, int width, boolean rich) {
  private static final int PREVIEW_LINES = 8;
  private static final int PREVIEW_CHARACTERS = 1000;

  /** The lines of panels that are shown together: one, or several that hold only thinking. */
  List<Line> lines(List<Panel> group) {
    List<Line> lines = new ArrayList<>();
    if (group.size() > 1) {
      List<PanelBlock> thinking =
          group.stream().flatMap(panel -> panel.section(SectionKind.REASONING).stream()).toList();
      section(SectionKind.REASONING, thinking, lines);
    } else {
      group.getFirst().sections().forEach((kind, blocks) -> section(kind, blocks, lines));
    }
    return lines;
  }

  private void section(SectionKind kind, List<PanelBlock> blocks, List<Line> out) {
    switch (kind) {
      case REASONING -> thinking(blocks, out);
      case ASSISTANT, REFUSAL -> {
        out.add(SectionLabel.of(kind, blocks, ""));
        blocks.forEach(block -> out.addAll(BlockText.whole(block, width, rich)));
        out.add(Line.EMPTY);
      }
      case ARGUMENTS, TOOL_OUTPUT -> blocks.forEach(block -> tool(kind, block, out));
    }
  }

  private void thinking(List<PanelBlock> blocks, List<Line> out) {
    List<Line> text = new ArrayList<>();
    for (PanelBlock block : blocks) {
      List<Line> lines = BlockText.whole(block, width, rich);
      if (!text.isEmpty() && !lines.isEmpty()) {
        text.add(Line.EMPTY);
      }
      text.addAll(lines);
    }
    if (detail == Detail.OVERVIEW) {
      long characters = text.stream().mapToLong(line -> line.text().length()).sum();
      out.add(
          SectionLabel.of(SectionKind.REASONING, blocks, Amounts.some(characters, "character")));
    } else {
      out.add(SectionLabel.of(SectionKind.REASONING, blocks, ""));
      out.addAll(detail == Detail.FULL ? text : preview(text));
      out.add(Line.EMPTY);
    }
  }

  private static List<Line> preview(List<Line> text) {
    int lines = 0;
    int characters = 0;
    while (lines < text.size() && lines < PREVIEW_LINES && characters < PREVIEW_CHARACTERS) {
      characters += text.get(lines++).text().length();
    }
    // A preview that leaves out less than its own last line would save nothing.
    if (text.size() - lines <= 1) {
      return text;
    }
    List<Line> preview = new ArrayList<>(text.subList(0, lines));
    preview.add(Line.of("… " + Amounts.some(text.size() - lines, "more line"), Style.MUTED));
    return preview;
  }

  private void tool(SectionKind kind, PanelBlock block, List<Line> out) {
    List<Line> text = BlockText.whole(block, width, rich);
    if (detail == Detail.OVERVIEW) {
      Line label = SectionLabel.of(kind, List.of(block), "");
      Line first = text.isEmpty() ? Line.EMPTY : Line.of(" ").plus(text.getFirst());
      out.add(label.plus(first).clipped(width));
      return;
    }
    out.add(SectionLabel.of(kind, List.of(block), ""));
    out.addAll(text);
    if (block.kind() != BlockKind.TOOL_CALL || !text.isEmpty()) {
      out.add(Line.EMPTY);
    }
  }
}
