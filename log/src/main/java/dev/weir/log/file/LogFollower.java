package dev.weir.log.file;

import dev.weir.log.StreamLog.Follower;
import dev.weir.log.StreamLog.Following;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads pages and hands their events over, until the stream or the follower is done. */
final class LogFollower implements Following {
  private static final int PAGE_EVENTS = 256;

  private final LogReader reader;
  private final String name;
  private final Follower follower;
  private final BooleanSupplier isClosed;
  private long position;
  private volatile @Nullable StoredStream waitingFor;
  private volatile boolean stopped;

  /**
   * @param isClosed whether the log is closed
   */
  LogFollower(
      LogReader reader, String name, long position, Follower follower, BooleanSupplier isClosed) {
    this.reader = reader;
    this.name = name;
    this.position = position;
    this.follower = follower;
    this.isClosed = isClosed;
  }

  void start() {
    Thread.ofVirtual().name("weir-follow-" + name).start(this::run);
  }

  private void run() {
    @Nullable IOException problem = null;
    try {
      problem = pages(reader.find(name));
    } catch (IOException failed) {
      problem = failed;
    }
    if (!stopped) {
      follower.done(problem);
    }
  }

  private @Nullable IOException pages(StoredStream stream) throws IOException {
    waitingFor = stream;
    while (!isStopped()) {
      Page page = reader.read(stream, position, PAGE_EVENTS);
      for (LoggedEvent logged : page.logged()) {
        if (isStopped()) {
          break;
        }
        follower.event(position++, logged.event(), logged.atMillis());
      }
      if (page.isLast() && position == page.next()) {
        return stream.state() == State.CUT
            ? new IOException("stream \"%s\" was cut".formatted(name))
            : null;
      }
      stream.await(position, this::isStopped);
    }
    return new IOException("the log was closed");
  }

  private boolean isStopped() {
    return stopped || isClosed.getAsBoolean();
  }

  @Override
  public void close() {
    stopped = true;
    StoredStream waking = waitingFor;
    if (waking != null) {
      waking.wake();
    }
  }
}
