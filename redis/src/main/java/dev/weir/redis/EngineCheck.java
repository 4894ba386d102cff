package dev.weir.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Whether an engine can be trusted with a log: one that forgets at will cannot. */
final class EngineCheck {
  private EngineCheck() {}

  static CompletableFuture<Void> check(Line line, Durability durability) {
    return line.send(List.of(Command.of("INFO")))
        .thenCompose(replies -> {
          String why = problem(replies.getFirst().text(), durability);
          return why == null
              ? CompletableFuture.<Void>completedFuture(null)
              : CompletableFuture.<Void>failedFuture(new EngineException(why, null));
        });
  }

  /** Why it cannot, given what it says of itself; absent if it can. */
  private static @Nullable String problem(String info, Durability durability) {
    String policy = field(info, "maxmemory_policy");
    if (!policy.equals("noeviction") && !policy.isEmpty()) {
      return ("The engine forgets what it likes when its memory is full: maxmemory-policy is %s. Set"
              + " it to noeviction, so that it refuses instead")
          .formatted(policy);
    }
    String version = field(info, "redis_version");
    if (isOlder(version, 7, 0)) {
      return "The engine is version %s; the log needs 7.0 or newer".formatted(version);
    }
    if (durability == Durability.DISK && isOlder(version, 7, 2)) {
      return "The engine is version %s; durability: disk needs 7.2 or newer".formatted(version);
    }
    if (durability == Durability.DISK && field(info, "aof_enabled").equals("0")) {
      return "The engine keeps nothing on disk; durability: disk needs an append-only file: set"
          + " appendonly to yes";
    }
    return null;
  }

  private static String field(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private static boolean isOlder(String version, int major, int minor) {
    String[] numbers = version.split("\\.", -1);
    try {
      int first = Integer.parseInt(numbers[0]);
      int second = numbers.length < 2 ? 0 : Integer.parseInt(numbers[1]);
      return first < major || (first == major && second < minor);
    } catch (NumberFormatException unknown) {
      return false;
    }
  }
}
