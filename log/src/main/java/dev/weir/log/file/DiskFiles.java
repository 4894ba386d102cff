package dev.weir.log.file;

import dev.weir.log.PrivateFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder on disk, held by one process at a time. */
final class DiskFiles implements LogFiles {
  private static final String LOCK = "lock";

  private final Path folder;
  private final FileChannel lock;

  DiskFiles(Path folder) throws IOException {
    this.folder = folder;
    PrivateFiles.createFolders(folder);
    lock =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock() == null) {
      lock.close();
      throw new IOException(
          "The log %s is open in another process; close that or name another folder"
              .formatted(folder));
    }
  }

  private @Nullable FileLock tryLock() throws IOException {
    try {
      return lock.tryLock();
    } catch (OverlappingFileLockException heldByUs) {
      return null;
    }
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public Writer create(String name) throws IOException {
    Path file = folder.resolve(name);
    PrivateFiles.createChannel(file).close();
    try {
      return new DiskWriter(file);
    } catch (IOException failed) {
      Files.deleteIfExists(file);
      throw failed;
    }
  }

  @Override
  public Reader open(String name) throws IOException {
    return new DiskReader(folder.resolve(name));
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public void force() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  /**
   * Uses a file rather than a channel, as the reader does: a thread that is interrupted while it
   * uses a channel closes it for everyone.
   */
  private static final class DiskWriter implements Writer {
    private final RandomAccessFile file;

    DiskWriter(Path path) throws IOException {
      file = new RandomAccessFile(path.toFile(), "rw");
    }

    @Override
    public int write(byte[] bytes, int from, int length) throws IOException {
      file.write(bytes, from, length);
      return length;
    }

    @Override
    public void force() throws IOException {
      file.getChannel().force(false);
    }

    @Override
    public void truncate(long bytes) throws IOException {
      file.setLength(bytes);
      file.seek(bytes);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private static final class DiskReader implements Reader {
    private final RandomAccessFile file;
    private final ReentrantLock lock = new ReentrantLock();

    DiskReader(Path path) throws IOException {
      file = new RandomAccessFile(path.toFile(), "r");
    }

    @Override
    public int read(ByteBuffer into, long offset) throws IOException {
      lock.lock();
      try {
        file.seek(offset);
        int n = file.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
        into.position(into.position() + Math.max(0, n));
        return n;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public long size() throws IOException {
      return file.length();
    }

    @Override
    public void force() throws IOException {
      file.getChannel().force(false);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
