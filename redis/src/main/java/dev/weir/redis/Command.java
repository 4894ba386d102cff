package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** One command to the engine: its name and what it is called with. */
record Command(String name, List<byte[]> arguments) {
  Command {
    arguments = List.copyOf(arguments);
  }

  /** A command; what is not bytes is sent as its text. */
  static Command of(String name, Object... arguments) {
    List<byte[]> bytes = new ArrayList<>(arguments.length);
    for (Object argument : arguments) {
      bytes.add(argument instanceof byte[] raw ? raw : argument.toString().getBytes(UTF_8));
    }
    return new Command(name, bytes);
  }

  /** The same for what is sent with every event. */
  static Command ofBytes(String name, byte[] key, byte[] value) {
    return new Command(name, List.of(key, value));
  }

  @Override
  public String toString() {
    return arguments.isEmpty() ? name : name + " " + new String(arguments.getFirst(), UTF_8);
  }
}
