package dev.weir.terminal.markdown;

import dev.weir.terminal.markdown.Markdown.Visit;
import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.List;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/** Lays out what stands inside a paragraph. The target of a link is always shown. */
final class InlineLayout implements Visit {
  private final LineWriter out;

  InlineLayout(LineWriter out) {
    this.out = out;
  }

  /** The content of a node on one line. */
  static Line line(Node node, Style style) {
    var writer = new LineWriter(style);
    Markdown.walk(node, new InlineLayout(writer));
    List<Line> lines = writer.lines();
    return lines.isEmpty() ? Line.EMPTY : lines.getFirst();
  }

  @Override
  public boolean enter(Node node) {
    switch (node) {
      case Text text -> out.text(text.getLiteral(), out.style());
      case Code code -> out.text(code.getLiteral(), out.style().withHue(Hue.CODE));
      case HtmlInline html -> out.text(html.getLiteral(), out.style());
      case SoftLineBreak soft -> out.endLine();
      case HardLineBreak hard -> out.endLine();
      case Emphasis emphasis -> out.push(out.style().asItalic());
      case StrongEmphasis strong -> out.push(out.style().asBold());
      case Link link -> out.push(out.style().withHue(Hue.LINK).asUnderlined());
      case Image image -> out.text("[image] ", Style.MUTED);
      default -> {}
    }
    return true;
  }

  @Override
  public void leave(Node node) {
    switch (node) {
      case Emphasis emphasis -> out.pop();
      case StrongEmphasis strong -> out.pop();
      case Link link -> {
        out.pop();
        target(link, link.getDestination());
      }
      case Image image -> target(image, image.getDestination());
      default -> {}
    }
  }

  private void target(Node node, String destination) {
    boolean isSame =
        node.getFirstChild() instanceof Text only
            && only.getNext() == null
            && only.getLiteral().equals(destination);
    if (!isSame) {
      out.text(" (" + destination + ")", Style.MUTED);
    }
  }
}
