package dev.weir.terminal.view;

import dev.weir.terminal.screen.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * What is shown of one stream: rows that change, and lines that are finished and stay.
 *
 * <p>Its only state is which panels have been handed over as finished, so that each is handed over
 * once. Belongs to one stream and one thread at a time.
 */
public final class StreamView {
  private static final int MAX_REMARKS = 2;

  private final StreamPanels stream;
  private final Detail detail;
  private int gone;
  private boolean titled;
  private boolean closed;

  /** Shows a stream with so much of its thinking. */
  public StreamView(StreamPanels stream, Detail detail) {
    this.stream = stream;
    this.detail = detail;
  }

  /** What is shown. */
  public StreamPanels stream() {
    return stream;
  }

  /** Whether everything has been handed over as finished. */
  public boolean isDone() {
    return closed;
  }

  /** Whether {@link #finished} would hand anything over. */
  public boolean hasFinished() {
    return !closed && (stream.isEnded() || nextGroup() > gone);
  }

  /** The rows to show now, from the header to the footer. */
  public List<Line> rows(Room space, long nowMicros) {
    List<Line> head = new ArrayList<>();
    head.add(titled ? Heading.progress(stream, nowMicros) : Heading.live(stream, nowMicros));
    List<Line> foot = new ArrayList<>();
    List<Line> remarks = Heading.remarks(stream);
    foot.addAll(remarks.subList(0, Math.min(MAX_REMARKS, remarks.size())));
    foot.add(Heading.footer(stream));
    int room = Math.max(0, space.height() - head.size() - foot.size());
    List<Panel> panels = stream.panels().subList(gone, stream.panels().size());
    List<Line> rows = new ArrayList<>();
    head.forEach(row -> rows.add(row.clipped(space.frameWidth())));
    if (room > 0 && !panels.isEmpty()) {
      new LivePanels(detail, space.width(), /* rich= */ true)
          .rows(panels, room)
          .forEach(row -> rows.add(row.clipped(space.width())));
    }
    foot.forEach(row -> rows.add(row.clipped(space.frameWidth())));
    return List.copyOf(rows.subList(0, Math.min(rows.size(), space.height())));
  }

  /**
   * The lines that have become finished since the last call, in the order of the outputs.
   *
   * @param isContinued whether what was printed last is from this stream too
   * @param rich whether Markdown is laid out
   */
  public List<Line> finished(int width, boolean isContinued, boolean rich) {
    List<Line> lines = new ArrayList<>();
    if (!hasFinished()) {
      return lines;
    }
    if (!titled || !isContinued) {
      titled = true;
      lines.add(Heading.title(stream));
    }
    var layout = new FinishedPanels(detail, width, rich);
    for (int end = nextGroup(); end > gone; end = nextGroup()) {
      lines.addAll(layout.lines(stream.panels().subList(gone, end)));
      gone = end;
    }
    if (stream.isEnded()) {
      closed = true;
      lines.addAll(Heading.remarks(stream));
      lines.add(Heading.footer(stream));
      lines.add(Line.EMPTY);
    }
    return lines;
  }

  /**
   * Where the next group of finished panels ends; where it would begin if there is none. Outputs
   * that only think are one group, which is whole when something else follows.
   */
  private int nextGroup() {
    List<Panel> panels = stream.panels();
    int end = gone;
    while (end < panels.size() && panels.get(end).isThinkingOnly()) {
      end++;
    }
    boolean isThinking = end > gone;
    if (!isThinking && end < panels.size()) {
      end++;
    }
    boolean isWhole = !isThinking || end < panels.size() || stream.isEnded();
    boolean isFinished = panels.subList(gone, end).stream().allMatch(Panel::isFinished);
    return isWhole && isFinished ? end : gone;
  }
}
