package dev.weir.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
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
  private long troubleEnd;
  private boolean keepsWhatItHas;
  private long room = Long.MAX_VALUE;
  private int open;
  private final AtomicLong operations = new AtomicLong();

  /** One file: its bytes, and how many of them are durable. */
  static final class Content {
    byte[] bytes = new byte[0];
    int durable;
    boolean named;

    /** What was there before it was cut, as long as that is not durable. */
    byte @Nullable [] before;

    synchronized void add(byte[] more, int count) {
      int at = bytes.length;
      bytes = Arrays.copyOf(bytes, at + count);
      System.arraycopy(more, 0, bytes, at, count);
    }
  }

  /** Makes the n-th operation from now on fail, or that one and all after it. */
  void failAt(long n, Trouble what, boolean andAfter) {
    failAt(n, andAfter ? Long.MAX_VALUE : n, what);
  }

  /** Makes the operations from the n-th up to the m-th from now on fail. */
  void failAt(long n, long m, Trouble what) {
    operations.set(0);
    troubleAt = n;
    troubleEnd = m;
    trouble = what;
  }

  /** Whether nothing that was written can be taken back, and no file deleted. */
  void keepWhatYouHave(boolean keeps) {
    keepsWhatItHas = keeps;
  }

  /** Lets no more fit in than so many bytes in all. */
  void fullAt(long bytes) {
    room = bytes;
  }

  long bytes() {
    return contents.values().stream().mapToLong(content -> content.bytes.length).sum();
  }

  /** How many files are open. */
  int open() {
    return open;
  }

  /** How often something was written or forced. */
  long operations() {
    return operations.get();
  }

  void heal() {
    trouble = null;
    keepsWhatItHas = false;
  }

  private boolean isDue(Trouble... kinds) {
    Trouble due = trouble;
    return due != null
        && Arrays.asList(kinds).contains(due)
        && operations.get() >= troubleAt
        && operations.get() <= troubleEnd;
  }

  /** The disk after a power failure: of what was not durable, any beginning may be there. */
  MemoryFiles afterPowerLoss(RandomGenerator random) {
    var left = new MemoryFiles();
    contents.forEach((name, content) -> {
      if (content.named) {
        var kept = new Content();
        byte[] before = content.before;
        byte[] bytes = before != null && random.nextBoolean() ? before : content.bytes;
        int some = bytes.length - content.durable;
        int length = content.durable + (some == 0 ? 0 : random.nextInt(some + 1));
        kept.bytes = Arrays.copyOf(bytes, length);
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
  public Writer create(String name) throws IOException {
    operations.incrementAndGet();
    if (isDue(Trouble.NO_SPACE, Trouble.IO_ERROR)) {
      throw new IOException("No space left on device");
    }
    if (contents.containsKey(name)) {
      throw new IOException("there is a file " + name);
    }
    var content = new Content();
    contents.put(name, content);
    open++;
    return new MemoryWriter(content);
  }

  @Override
  public Reader open(String name) throws IOException {
    Content content = contents.get(name);
    if (content == null) {
      throw new IOException("no such file: " + name);
    }
    open++;
    return new MemoryReader(content);
  }

  @Override
  public void delete(String name) throws IOException {
    if (keepsWhatItHas) {
      throw new IOException("Input/output error");
    }
    contents.remove(name);
  }

  @Override
  public void force() throws IOException {
    operations.incrementAndGet();
    if (isDue(Trouble.FORCE_FAILS, Trouble.IO_ERROR)) {
      throw new IOException("Input/output error");
    }
    contents.values().forEach(content -> content.named = true);
  }

  @Override
  public void close() {}

  private final class MemoryWriter implements Writer {
    private final Content content;

    MemoryWriter(Content content) {
      this.content = content;
    }

    @Override
    public int write(byte[] bytes, int from, int length) throws IOException {
      operations.incrementAndGet();
      byte[] all = Arrays.copyOfRange(bytes, from, from + length);
      if (isDue(Trouble.NO_SPACE) || MemoryFiles.this.bytes() + all.length > room) {
        content.add(
            all, (int) Math.min(all.length / 2, Math.max(0, room - MemoryFiles.this.bytes())));
        throw new IOException("No space left on device");
      }
      if (isDue(Trouble.IO_ERROR)) {
        throw new IOException("Input/output error");
      }
      int count = isDue(Trouble.SHORT_WRITE) ? Math.max(1, all.length / 3) : all.length;
      content.add(all, count);
      return count;
    }

    @Override
    public void force() throws IOException {
      operations.incrementAndGet();
      if (isDue(Trouble.FORCE_FAILS, Trouble.IO_ERROR)) {
        throw new IOException("Input/output error");
      }
      content.durable = content.bytes.length;
      content.before = null;
    }

    @Override
    public void truncate(long bytes) throws IOException {
      operations.incrementAndGet();
      if (keepsWhatItHas) {
        throw new IOException("Input/output error");
      }
      content.before = content.bytes;
      content.bytes = Arrays.copyOf(content.bytes, (int) bytes);
    }

    @Override
    public void close() {
      open--;
    }
  }

  private final class MemoryReader implements Reader {
    private final Content content;

    MemoryReader(Content content) {
      this.content = content;
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
    public void force() {
      content.durable = content.bytes.length;
    }

    @Override
    public void close() {
      open--;
    }
  }
}
