package dev.weir.redis;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Streams that were unpacked last, because who reads a long one asks for page after page. Any
 * thread.
 */
final class PackedCache {
  private static final long MAX_BYTES = 32 << 20;

  private record Unpacked(String mark, List<byte[]> records, long bytes) {}

  private final Map<String, Unpacked> known = new LinkedHashMap<>(16, 0.75f, /* order= */ true);
  private long bytes;

  /** The records of a stream that begins with these bytes, which hold its checksums. */
  synchronized @Nullable List<byte[]> get(String stream, byte[] mark) {
    Unpacked found = known.get(stream);
    return found != null && found.mark().equals(HexFormat.of().formatHex(mark))
        ? found.records()
        : null;
  }

  synchronized void put(String stream, byte[] mark, List<byte[]> records) {
    long size = records.stream().mapToLong(record -> record.length + 32L).sum();
    Unpacked old = known.put(stream, new Unpacked(HexFormat.of().formatHex(mark), records, size));
    bytes += size - (old == null ? 0 : old.bytes());
    Iterator<Unpacked> eldest = known.values().iterator();
    while (bytes > MAX_BYTES && known.size() > 1) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }
}
