package dev.weir.terminal;

import dev.weir.event.StreamEvent;
import java.util.List;

/** A live view that draws when it is told, so that each screen can be looked at. */
final class Show {
  private final Stage stage;
  private final LiveSurface surface;
  private final Stage.Actor actor;
  private long atMicros;

  Show(VirtualScreen screen, ViewOptions options) {
    stage = new Stage(options);
    surface = new LiveSurface(stage, screen.terminal(), options);
    actor = stage.add("demo", null);
  }

  /** Takes events, a hundredth of a second apart, and draws. */
  void play(List<StreamEvent> events) {
    for (StreamEvent event : events) {
      stage.accept(actor, event, atMicros);
      atMicros += 10_000;
    }
    surface.draw();
  }
}
