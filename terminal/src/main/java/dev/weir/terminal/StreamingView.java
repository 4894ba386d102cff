package dev.weir.terminal;

import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * Shows streams while they come: on a terminal in place, elsewhere as plain text.
 *
 * <pre>{@code
 * try (var view = StreamingView.create(terminal)) {
 *   ShownStream stream = view.stream("openai", null);
 *   decoder.feed(slice, stream::accept);
 * }
 * }</pre>
 *
 * <p>Each output of a response has a panel. A panel that is finished stays on the terminal, whole;
 * one that still grows shows its end. Closing the view shows what is left and gives the terminal
 * back as it was. What a model says cannot control the terminal. Any thread may call.
 */
public final class StreamingView implements AutoCloseable {
  private final Stage stage;
  private final Surface surface;
  private final StreamedMessages streamed = new StreamedMessages();

  private StreamingView(Stage stage, Surface surface) {
    this.stage = stage;
    this.surface = surface;
  }

  /** A view on a terminal; plain text on a dumb one. Closing the terminal is left to the caller. */
  public static StreamingView create(Terminal terminal) {
    return create(terminal, ViewOptions.defaults());
  }

  /** A view on a terminal. */
  public static StreamingView create(Terminal terminal, ViewOptions options) {
    var stage = new Stage(options);
    boolean isDumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
    return new StreamingView(
        stage,
        isDumb
            ? new PlainSurface(stage, terminal.writer())
            : new LiveSurface(stage, terminal, options));
  }

  /** A view for a file or a pipe: each panel when it is finished, and no escape sequences. */
  public static StreamingView plain(Appendable out, ViewOptions options) {
    var stage = new Stage(options);
    return new StreamingView(stage, new PlainSurface(stage, out));
  }

  /**
   * Begins to show a stream.
   *
   * @param provider who answers, in a word
   * @param modelName which model was asked, if that is known before it answers
   */
  public ShownStream stream(String provider, @Nullable String modelName) {
    Stage.Actor actor = stage.add(provider, modelName);
    StreamedMessages.Stream said = streamed.stream();
    surface.advanced();
    return new ShownStream() {
      @Override
      public void accept(StreamEvent event) {
        stage.accept(actor, event);
        shown(said, event);
      }

      @Override
      public void accept(StreamEvent event, long atMicros) {
        stage.accept(actor, event, atMicros);
        shown(said, event);
      }
    };
  }

  private void shown(StreamedMessages.Stream said, StreamEvent event) {
    said.accept(event);
    if (event instanceof StreamEvent.BlockDelta) {
      surface.changed();
    } else {
      surface.advanced();
    }
  }

  /** Shows a finished message, unless its stream was shown by this view. */
  public void message(String provider, Response response) {
    if (streamed.take(response)) {
      return;
    }
    ShownStream stream = stream(provider, response.modelName());
    ResponseEvents.of(response).forEach(event -> stream.accept(event, /* atMicros= */ 0));
    // It was not streamed, so another message that says the same is shown too.
    streamed.take(response);
  }

  /** A line below everything that is live, such as what the keys do. */
  public void hint(String words) {
    stage.hint(words);
    surface.changed();
  }

  /** Shows what is left. A stream that has not ended by then is shown as interrupted. */
  @Override
  public void close() {
    stage.leave();
    surface.close();
  }
}
