package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an engine holds, and what the commands that the log uses do to it. */
final class SimStore {
  private static final Set<String> READING =
      Set.of(
          "LRANGE",
          "GET",
          "GETRANGE",
          "EXISTS",
          "SMEMBERS",
          "SCARD",
          "HGET",
          "ZRANGEBYSCORE",
          "ZREVRANGEBYSCORE",
          "MULTI",
          "EXEC",
          "WAIT",
          "PUBLISH",
          "SPUBLISH");

  private final Map<String, List<byte[]>> lists = new HashMap<>();
  private final Map<String, byte[]> texts = new HashMap<>();
  private final Map<String, Map<String, byte[]>> hashes = new HashMap<>();
  private final Map<String, TreeSet<String>> sets = new HashMap<>();
  private final Map<String, TreeMap<String, Double>> ranks = new HashMap<>();
  private final Map<String, Long> expiries = new HashMap<>();

  static boolean isWriting(Command command) {
    return !READING.contains(command.name());
  }

  private static String word(Command command, int number) {
    return new String(command.arguments().get(number), UTF_8);
  }

  private static Reply whole(long value) {
    return new Reply.Whole(value);
  }

  private static Reply items(List<byte[]> values) {
    return new Reply.Items(values.stream().<Reply>map(Reply.Blob::new).toList());
  }

  private static Reply words(Iterable<String> values) {
    List<byte[]> bytes = new ArrayList<>();
    values.forEach(value -> bytes.add(value.getBytes(UTF_8)));
    return items(bytes);
  }

  private void expire(long millis) {
    if (expiries.values().stream().anyMatch(due -> due <= millis)) {
      Map.copyOf(expiries)
          .forEach((key, due) -> {
            if (due <= millis) {
              remove(key);
            }
          });
    }
  }

  private boolean remove(String key) {
    expiries.remove(key);
    boolean wasThere = exists(key);
    lists.remove(key);
    texts.remove(key);
    hashes.remove(key);
    sets.remove(key);
    ranks.remove(key);
    return wasThere;
  }

  private boolean exists(String key) {
    return lists.containsKey(key)
        || texts.containsKey(key)
        || hashes.containsKey(key)
        || sets.containsKey(key)
        || ranks.containsKey(key);
  }

  Reply execute(Command command, long millis) {
    expire(millis);
    String key = command.arguments().isEmpty() ? "" : word(command, 0);
    return switch (command.name()) {
      case "RPUSH" -> push(key, command);
      case "RPUSHX" -> lists.containsKey(key) ? push(key, command) : whole(0);
      case "LRANGE" -> items(range(lists.getOrDefault(key, List.of()), command));
      case "GET" -> new Reply.Blob(texts.get(key));
      case "GETRANGE" -> new Reply.Blob(part(texts.get(key), command));
      case "SET" -> set(key, command, millis);
      case "EXISTS" -> whole(exists(key) ? 1 : 0);
      case "DEL", "UNLINK" ->
          whole(command.arguments().stream().filter(k -> remove(new String(k, UTF_8))).count());
      case "SADD" ->
          whole(sets.computeIfAbsent(key, k -> new TreeSet<>()).add(word(command, 1)) ? 1 : 0);
      case "SREM" -> whole(removeFrom(sets.get(key), word(command, 1)));
      case "SMEMBERS" -> words(sets.getOrDefault(key, new TreeSet<>()));
      case "SCARD" -> whole(sets.getOrDefault(key, new TreeSet<>()).size());
      case "ZADD" -> {
        ranks
            .computeIfAbsent(key, k -> new TreeMap<>())
            .put(word(command, 2), Double.valueOf(word(command, 1)));
        yield whole(1);
      }
      case "ZREM" ->
          whole(ranks.getOrDefault(key, new TreeMap<>()).remove(word(command, 1)) == null ? 0 : 1);
      case "PEXPIRE" -> {
        if (exists(key)) {
          expiries.put(key, millis + Long.parseLong(word(command, 1)));
        }
        yield whole(exists(key) ? 1 : 0);
      }
      case "PERSIST" -> whole(expiries.remove(key) == null ? 0 : 1);
      case "HSET" -> {
        hashes
            .computeIfAbsent(key, k -> new HashMap<>())
            .put(word(command, 1), command.arguments().get(2));
        yield whole(1);
      }
      case "HGET" -> new Reply.Blob(hashes.getOrDefault(key, Map.of()).get(word(command, 1)));
      case "MULTI", "EXEC" -> new Reply.Blob("OK".getBytes(UTF_8));
      default -> throw new AssertionError("The simulated engine does not know " + command);
    };
  }

  private Reply push(String key, Command command) {
    List<byte[]> list = lists.computeIfAbsent(key, k -> new ArrayList<>());
    list.add(command.arguments().get(1));
    return whole(list.size());
  }

  private static List<byte[]> range(List<byte[]> list, Command command) {
    int from = Integer.parseInt(word(command, 1));
    int to = Integer.parseInt(word(command, 2));
    int end = to < 0 ? list.size() : Math.min(list.size(), to + 1);
    return from >= end ? List.of() : List.copyOf(list.subList(from, end));
  }

  private static byte @Nullable [] part(byte @Nullable [] text, Command command) {
    if (text == null) {
      return null;
    }
    int from = Integer.parseInt(word(command, 1));
    int end = Math.min(text.length, Integer.parseInt(word(command, 2)) + 1);
    return Arrays.copyOfRange(text, Math.min(from, end), end);
  }

  private Reply set(String key, Command command, long millis) {
    List<String> options =
        command.arguments().stream()
            .skip(2)
            .map(b -> new String(b, UTF_8))
            .collect(Collectors.toList());
    if (options.contains("NX") && exists(key)) {
      return new Reply.Blob(null);
    }
    remove(key);
    texts.put(key, command.arguments().get(1));
    int px = options.indexOf("PX");
    if (px >= 0) {
      expiries.put(key, millis + Long.parseLong(options.get(px + 1)));
    }
    return new Reply.Blob("OK".getBytes(UTF_8));
  }

  private static long removeFrom(@Nullable Set<String> set, String member) {
    return set != null && set.remove(member) ? 1 : 0;
  }
}
