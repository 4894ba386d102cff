package dev.weir.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Whether an engine can be trusted with a log: one that forgets at will cannot. */
final class EngineCheck {
  private EngineCheck() {}

  static CompletableFuture<Void> check(Line line, Durability durability) {
    return line.send(List.of(Command.of("INFO", "memory")))
        .thenCompose(memory -> {
          String policy = field(memory.getFirst().text(), "maxmemory_policy");
          if (!policy.equals("noeviction") && !policy.isEmpty()) {
            return CompletableFuture.<List<Reply>>failedFuture(
                new EngineException(
                    ("The engine forgets what it likes when its memory is full: maxmemory-policy is"
                            + " %s. Set it to noeviction, so that it refuses instead")
                        .formatted(policy),
                    null));
          }
          return line.send(List.of(Command.of("INFO", "server")));
        })
        .thenCompose(server -> {
          String version = field(server.getFirst().text(), "redis_version");
          return isOlder(version, 7, 0) || (durability == Durability.DISK && isOlder(version, 7, 2))
              ? CompletableFuture.<Void>failedFuture(
                  new EngineException(
                      "The engine is version %s; %s needs %s or newer"
                          .formatted(
                              version,
                              durability == Durability.DISK ? "durability: disk" : "the log",
                              durability == Durability.DISK ? "7.2" : "7.0"),
                      null))
              : CompletableFuture.<Void>completedFuture(null);
        });
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
