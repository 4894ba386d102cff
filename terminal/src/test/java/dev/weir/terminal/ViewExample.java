package dev.weir.terminal;

import dev.weir.event.StreamEvent;
import java.io.IOException;
import java.util.List;
import org.jline.terminal.Terminal;

/** Shows a stream on the terminal it is started from: what a program that uses the view does. */
public final class ViewExample {
  private ViewExample() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (Terminal terminal = SystemTerminal.open()) {
      show(terminal, Scenes.SEVERAL_REASONING_ITEMS.events(), /* pauseMillis= */ 200);
    }
  }

  static void show(Terminal terminal, List<StreamEvent> events, long pauseMillis)
      throws InterruptedException {
    try (var view = StreamingView.create(terminal)) {
      ShownStream stream = view.stream("demo", null);
      for (StreamEvent event : events) {
        stream.accept(event);
        Thread.sleep(pauseMillis);
      }
    }
  }
}
