package dev.weir.terminal;

import dev.weir.event.StreamEvent;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.view.Columns;
import dev.weir.terminal.view.Room;
import dev.weir.terminal.view.StreamPanels;
import dev.weir.terminal.view.StreamView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The streams that a view shows together.
 *
 * <p>Synchronized, because streams are fed by their own threads while another one draws.
 */
final class Stage {
  private final ViewOptions options;
  private final List<Actor> actors = new ArrayList<>();
  private @Nullable Actor lastPrinted;
  private String hint = "";

  /** One stream, and since when. */
  static final class Actor {
    private final StreamView view;
    private final long startMicros;

    private Actor(StreamView view, long startMicros) {
      this.view = view;
      this.startMicros = startMicros;
    }
  }

  Stage(ViewOptions options) {
    this.options = options;
  }

  synchronized Actor add(String provider, @Nullable String modelName) {
    var view = new StreamView(new StreamPanels(provider, modelName), options.detail());
    var actor = new Actor(view, options.microClock().getAsLong());
    actors.add(actor);
    return actor;
  }

  synchronized void accept(Actor actor, StreamEvent event) {
    accept(actor, event, now(actor));
  }

  synchronized void accept(Actor actor, StreamEvent event, long atMicros) {
    actor.view.stream().accept(event, atMicros);
  }

  synchronized void hint(String words) {
    hint = words;
  }

  /** Nobody is watching any longer. */
  synchronized void leave() {
    for (Actor actor : actors) {
      if (!actor.view.stream().isEnded()) {
        actor.view.stream().leave(now(actor));
      }
    }
  }

  private long now(Actor actor) {
    LongSupplier clock = options.microClock();
    return Math.max(0, clock.getAsLong() - actor.startMicros);
  }

  synchronized boolean isEmpty() {
    return actors.isEmpty();
  }

  /** The lines that became finished; a stream that is finished leaves. */
  synchronized List<Line> takeFinished(int width, boolean rich) {
    List<Line> lines = new ArrayList<>();
    for (Actor actor : List.copyOf(actors)) {
      List<Line> more = actor.view.finished(width, actor == lastPrinted, rich);
      if (!more.isEmpty()) {
        lines.addAll(more);
        lastPrinted = actor;
      }
      if (actor.view.isDone()) {
        actors.remove(actor);
      }
    }
    return lines;
  }

  /** The rows to show now: the streams one below the other, or side by side. */
  synchronized List<Line> rows(Room room) {
    if (actors.isEmpty()) {
      return List.of();
    }
    boolean isHinted = !hint.isEmpty() && room.height() >= 3;
    Room rest = isHinted ? room.withHeight(room.height() - 1) : room;
    List<Line> rows =
        new ArrayList<>(
            options.sideBySide() ? columns(rest.width(), rest.height()) : stacked(rest));
    if (isHinted) {
      rows.add(Line.of(hint, Style.MUTED).clipped(room.frameWidth()));
    }
    return rows;
  }

  private List<Line> stacked(Room room) {
    List<Line> rows = new ArrayList<>();
    int shown = Math.clamp(room.height() / 3, 1, actors.size());
    for (Actor actor : actors.subList(actors.size() - shown, actors.size())) {
      rows.addAll(actor.view.rows(room.withHeight(room.height() / shown), now(actor)));
    }
    return rows;
  }

  private List<Line> columns(int width, int height) {
    int shown = Columns.fitting(actors.size(), width);
    int columnWidth = Columns.width(shown, width);
    int hidden = actors.size() - shown;
    int room = hidden > 0 && height > 1 ? height - 1 : height;
    List<List<Line>> columns = new ArrayList<>();
    for (Actor actor : actors.subList(0, shown)) {
      columns.add(actor.view.rows(Room.of(columnWidth, room), now(actor)));
    }
    List<Line> rows = new ArrayList<>(Columns.join(columns, columnWidth));
    if (room < height) {
      rows.add(Line.of("%d more do not fit; widen the terminal".formatted(hidden), Style.MUTED));
    }
    return rows;
  }
}
