package dev.weir.log.file;

import dev.weir.log.file.LogFiles.Reader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The segments that are being read. A log has more of them than a process may have open, so a file
 * is opened when it is needed, and of those not being read the last used stay open. Any thread may
 * call.
 */
final class SegmentReaders implements AutoCloseable {
  private static final int MOST_IDLE = 32;

  /** An open file, and how many are reading it. */
  private static final class Open {
    final Reader reader;
    int users;
    boolean isDropped;

    Open(Reader reader) {
      this.reader = reader;
    }
  }

  private final LogFiles files;
  private final ReentrantLock lock = new ReentrantLock();

  /** By number, the least recently used first. */
  private final Map<Integer, Open> open = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  private boolean isClosed;

  SegmentReaders(LogFiles files) {
    this.files = files;
  }

  /** Reads once from a place; returns how many bytes, or -1 at the end. */
  int read(int number, ByteBuffer into, long offset) throws IOException {
    Open file = take(number);
    try {
      return file.reader.read(into, offset);
    } finally {
      release(file);
    }
  }

  private Open take(int number) throws IOException {
    lock.lock();
    try {
      if (isClosed) {
        throw new IOException("the log was closed");
      }
      Open file = open.get(number);
      if (file == null) {
        file = new Open(files.open(Segments.name(number)));
        open.put(number, file);
      }
      file.users++;
      return file;
    } finally {
      lock.unlock();
    }
  }

  private void release(Open file) throws IOException {
    lock.lock();
    try {
      file.users--;
      if (file.isDropped && file.users == 0) {
        file.reader.close();
      }
      Iterator<Open> oldest = open.values().iterator();
      for (int idle = open.size() - MOST_IDLE; idle > 0 && oldest.hasNext(); ) {
        Open candidate = oldest.next();
        if (candidate.users == 0) {
          oldest.remove();
          candidate.reader.close();
          idle--;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes a file as soon as nobody reads it. */
  void drop(int number) throws IOException {
    lock.lock();
    try {
      Open file = open.remove(number);
      if (file != null) {
        file.isDropped = true;
        if (file.users == 0) {
          file.reader.close();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      isClosed = true;
      for (int number : List.copyOf(open.keySet())) {
        drop(number);
      }
    } finally {
      lock.unlock();
    }
  }
}
