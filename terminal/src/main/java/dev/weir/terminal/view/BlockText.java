package dev.weir.terminal.view;

import dev.weir.event.BlockKind;
import dev.weir.terminal.markdown.Markdown;
import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.text.Tabs;
import dev.weir.terminal.view.GrowingText.Tail;
import java.util.ArrayList;
import java.util.List;

/** The text of a block as lines, in the style of its kind. */
final class BlockText {
  private BlockText() {}

  /**
   * All of it.
   *
   * @param rich whether Markdown is laid out rather than shown as it was written
   */
  static List<Line> whole(PanelBlock block, int width, boolean rich) {
    return lines(block, new Tail(block.text().whole(), /* fence= */ null), width, rich);
  }

  /** As much of its end as fills that many rows. */
  static List<Line> tail(PanelBlock block, int width, int rows, boolean rich) {
    return lines(block, block.text().tail(Math.max(1, width * rows)), width, rich);
  }

  private static List<Line> lines(PanelBlock block, Tail tail, int width, boolean rich) {
    if (tail.text().isEmpty()) {
      return List.of();
    }
    Style style = style(block.kind());
    if (rich && isMarkdown(block.kind())) {
      String fence = tail.fence();
      String source = fence == null ? tail.text() : fence + "\n" + tail.text();
      List<Line> lines = Markdown.lines(source, width, style);
      return fence == null || lines.isEmpty() ? lines : lines.subList(1, lines.size());
    }
    List<Line> lines = new ArrayList<>();
    tail.text().lines().forEach(line -> lines.add(Line.of(Tabs.expand(line), style)));
    return lines;
  }

  private static boolean isMarkdown(BlockKind kind) {
    return kind == BlockKind.TEXT || kind == BlockKind.REASONING;
  }

  private static Style style(BlockKind kind) {
    return switch (kind) {
      case REASONING -> Style.of(Hue.MUTED).asItalic();
      case TEXT, MEDIA, TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT -> Style.PLAIN;
      case REFUSAL -> Style.of(Hue.REFUSAL);
    };
  }
}
