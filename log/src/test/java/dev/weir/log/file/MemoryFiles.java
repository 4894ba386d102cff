package dev.weir.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A disk in memory that knows what is durable, loses power, and fails when it is told to. */
final class MemoryFiles implements LogFiles {

  /** What goes wrong. */
  enum Trouble {
    NO_SPACE,
    IO_ERROR,
    SHORT_WRITE,
    FORCE_FAILS
  }

  final Map<String, Content> contents = new ConcurrentSkipListMap<>();
  private @Nullable Trouble trouble;
  private long troubleAt = Long.MAX_VALUE;
  private boolean forever;
  private long operations;

  /** One file: its bytes, and how many of them are durable. */
  static final class Content {
    byte[] bytes = new byte[0];
    int durable;
    boolean named;

    synchronized void add(byte[] more, int count) {
      int at = bytes.length;
      bytes = Arrays.copyOf(bytes, at + count);
      System.arraycopy(more, 0, bytes, at, count);
    }
  }

  /** Makes the n-th operation from now on fail, or that one and all after it. */
  void failAt(long n, Trouble what, boolean andAfter) {
    operations = 0;
    troubleAt = n;
    trouble = what;
    forever = andAfter;
  }

  /** How often something was written or forced. */
  long operations() {
    return operations;
  }

  void heal() {
    trouble = null;
  }

  private boolean isDue(Trouble... kinds) {
    Trouble due = trouble;
    return due != null
        && Arrays.asList(kinds).contains(due)
        && (forever ? operations >= troubleAt : operations == troubleAt);
  }

  /** The disk after a power failure: of what was not durable, any beginning may be there. */
  MemoryFiles afterPowerLoss(RandomGenerator random) {
    var left = new MemoryFiles();
    contents.forEach((name, content) -> {
      if (content.named) {
        var kept = new Content();
        int some = content.bytes.length - content.durable;
        int length = content.durable + (some == 0 ? 0 : random.nextInt(some + 1));
        kept.bytes = Arrays.copyOf(content.bytes, length);
        for (int i = content.durable; i < length; i++) {
          // Blocks may reach the disk in any order: some are still zero.
          kept.bytes[i] = random.nextInt(40) == 0 ? 0 : kept.bytes[i];
        }
        kept.durable = length;
        kept.named = true;
        left.contents.put(name, kept);
      }
    });
    return left;
  }

  Content content(String name) {
    return Objects.requireNonNull(contents.get(name));
  }

  MemoryFiles copy() {
    var copy = new MemoryFiles();
    contents.forEach((name, content) -> {
      var same = new Content();
      same.bytes = content.bytes.clone();
      same.durable = same.bytes.length;
      same.named = true;
      copy.contents.put(name, same);
    });
    return copy;
  }

  @Override
  public List<String> list() {
    return List.copyOf(contents.keySet());
  }

  @Override
  public LogFile create(String name) throws IOException {
    operations++;
    if (isDue(Trouble.NO_SPACE, Trouble.IO_ERROR)) {
      throw new IOException("No space left on device");
    }
    contents.put(name, new Content());
    return open(name);
  }

  @Override
  public LogFile open(String name) throws IOException {
    Content content = contents.get(name);
    if (content == null) {
      throw new IOException("no such file: " + name);
    }
    return new MemoryFile(content);
  }

  @Override
  public void delete(String name) {
    contents.remove(name);
  }

  @Override
  public void force() throws IOException {
    operations++;
    if (isDue(Trouble.FORCE_FAILS, Trouble.IO_ERROR)) {
      throw new IOException("Input/output error");
    }
    contents.values().forEach(content -> content.named = true);
  }

  @Override
  public void close() {}

  private final class MemoryFile implements LogFile {
    private final Content content;

    MemoryFile(Content content) {
      this.content = content;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      operations++;
      byte[] all = new byte[bytes.remaining()];
      bytes.duplicate().get(all);
      if (isDue(Trouble.NO_SPACE)) {
        content.add(all, all.length / 2);
        throw new IOException("No space left on device");
      }
      if (isDue(Trouble.IO_ERROR)) {
        throw new IOException("Input/output error");
      }
      int count = isDue(Trouble.SHORT_WRITE) ? Math.max(1, all.length / 3) : all.length;
      content.add(all, count);
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public void force() throws IOException {
      operations++;
      if (isDue(Trouble.FORCE_FAILS, Trouble.IO_ERROR)) {
        throw new IOException("Input/output error");
      }
      content.durable = content.bytes.length;
    }

    @Override
    public int read(ByteBuffer into, long offset) {
      int count = (int) Math.min(into.remaining(), content.bytes.length - offset);
      if (count <= 0) {
        return -1;
      }
      into.put(content.bytes, (int) offset, count);
      return count;
    }

    @Override
    public long size() {
      return content.bytes.length;
    }

    @Override
    public void close() {}
  }
}
