package dev.weir.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the command line asks for. */
record Call(
    boolean quick,
    List<String> profilers,
    List<Contestant> contestants,
    boolean linear,
    boolean terminal,
    boolean gateway) {
  private static final String LINEAR = "linear";
  private static final String DECODE = "decode";
  private static final String TERMINAL = "terminal";
  private static final String GATEWAY = "gateway";

  static Call of(String... args) {
    boolean quick = false;
    List<String> profilers = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      if (arg.equals("--quick")) {
        quick = true;
      } else if (arg.equals("--prof") && i + 1 < args.length) {
        profilers.add(args[++i]);
      } else if (arg.startsWith("-")) {
        throw new IllegalArgumentException("Unknown option " + arg);
      } else {
        words.add(arg);
      }
    }
    List<Contestant> contestants =
        Arrays.stream(Contestant.values()).filter(c -> isSelected(c, words)).toList();
    boolean linear = words.isEmpty() || words.contains(LINEAR);
    boolean terminal = words.contains(TERMINAL);
    boolean gateway = words.contains(GATEWAY);
    if (contestants.isEmpty() && !linear && !terminal && !gateway) {
      throw new IllegalArgumentException("Nothing is called " + String.join(" ", words));
    }
    return new Call(quick, List.copyOf(profilers), contestants, linear, terminal, gateway);
  }

  private static boolean isSelected(Contestant contestant, List<String> words) {
    return words.isEmpty()
        || words.contains(DECODE)
        || words.stream().anyMatch(contestant.word()::contains);
  }

  /** Whether the tables of decoding are worth writing down. */
  boolean isFull() {
    return !quick && linear && contestants.size() == Contestant.values().length;
  }

  /** Whether the tables of the gateway are worth writing down. */
  boolean isGatewayFull() {
    return !quick && gateway;
  }
}
