package dev.weir.terminal.play;

import java.io.IOException;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Lets the keys of a terminal steer a replay, until it is closed.
 *
 * <p>The terminal's own reading of lines is off meanwhile, so that a key counts at once and is not
 * shown.
 */
public final class PlaybackKeys implements AutoCloseable {
  private static final int CTRL_C = 3;
  private static final int ESCAPE = 27;
  private static final long SEQUENCE_MILLIS = 50;
  private static final long LOOK_MILLIS = 100;

  private final Playback playback;
  private final Terminal terminal;
  private final Consumer<Playback> onKey;
  private final Attributes before;
  private final Thread reading;
  private volatile boolean closed;

  /**
   * @param onKey told after each key that changed something
   */
  public PlaybackKeys(Playback playback, Terminal terminal, Consumer<Playback> onKey) {
    this.playback = playback;
    this.terminal = terminal;
    this.onKey = onKey;
    before = terminal.enterRawMode();
    reading = Thread.ofPlatform().daemon().name("weir-keys").unstarted(this::read);
  }

  /** How the replay is running and what the keys do. */
  public static String hint(Playback playback) {
    return playback.isPaused()
        ? "paused · space goes on · s step · q quit"
        : playback.word() + " (+-) · space pause · s step · q quit";
  }

  /** Starts listening for keys. */
  public void listen() {
    reading.start();
  }

  private void read() {
    try {
      NonBlockingReader keys = terminal.reader();
      while (!closed) {
        int key = keys.read(LOOK_MILLIS);
        if (key == NonBlockingReader.EOF) {
          return;
        }
        if (key != NonBlockingReader.READ_EXPIRED && pressed(key, keys)) {
          onKey.accept(playback);
        }
      }
    } catch (IOException gone) {
      // The keys are gone; the replay goes on without them.
    }
  }

  private boolean pressed(int key, NonBlockingReader keys) throws IOException {
    switch (key) {
      case ' ' -> playback.pauseOrResume();
      case 's', '.' -> playback.step();
      case '+', '=' -> playback.faster();
      case '-' -> playback.slower();
      case 'q', 'Q', CTRL_C -> playback.stop();
      case ESCAPE -> {
        return arrow(keys);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean arrow(NonBlockingReader keys) throws IOException {
    int second = keys.read(SEQUENCE_MILLIS);
    if (second != '[' && second != 'O') {
      return false;
    }
    switch (keys.read(SEQUENCE_MILLIS)) {
      case 'A' -> playback.faster();
      case 'B' -> playback.slower();
      case 'C' -> playback.step();
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Stops listening and restores the terminal. */
  @Override
  public void close() {
    closed = true;
    try {
      reading.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    terminal.setAttributes(before);
  }
}
