package dev.weir.bench;

import dev.weir.bench.load.GatewayLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What the command line asks for. */
record Call(
    boolean quick,
    List<String> profilers,
    List<Contestant> contestants,
    boolean linear,
    boolean client,
    boolean terminal,
    List<GatewayLoad.Part> gateway,
    boolean cluster) {
  private static final String LINEAR = "linear";
  private static final String DECODE = "decode";
  private static final String CLIENT = "client";
  private static final String TERMINAL = "terminal";
  private static final String GATEWAY = "gateway";
  private static final String CLUSTER = "cluster";
  private static final Set<String> WORDS =
      Set.of(LINEAR, DECODE, CLIENT, TERMINAL, GATEWAY, CLUSTER);

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
    // A part with a typing error would else be all of them, for a quarter of an hour.
    for (String word : words) {
      if (!isKnown(word, words.contains(GATEWAY))) {
        throw new IllegalArgumentException("Nothing is called " + word);
      }
    }
    List<GatewayLoad.Part> gateway = words.contains(GATEWAY) ? parts(words) : List.of();
    List<Contestant> contestants =
        Arrays.stream(Contestant.values()).filter(c -> isSelected(c, words)).toList();
    boolean linear = words.isEmpty() || words.contains(LINEAR);
    boolean client = words.isEmpty() || words.contains(CLIENT);
    boolean terminal = words.contains(TERMINAL);
    boolean cluster = words.contains(CLUSTER);
    return new Call(
        quick, List.copyOf(profilers), contestants, linear, client, terminal, gateway, cluster);
  }

  private static boolean isKnown(String word, boolean isOfGateway) {
    return WORDS.contains(word)
        || (isOfGateway
            && Arrays.stream(GatewayLoad.Part.values()).anyMatch(p -> p.word().equals(word)))
        || Arrays.stream(Contestant.values()).anyMatch(c -> c.word().contains(word));
  }

  /** The parts of the gateway's load that are named, or all of them. */
  private static List<GatewayLoad.Part> parts(List<String> words) {
    List<GatewayLoad.Part> all = List.of(GatewayLoad.Part.values());
    List<GatewayLoad.Part> named = all.stream().filter(p -> words.contains(p.word())).toList();
    return named.isEmpty() ? all : named;
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

  /** Whether the tables of the clients are worth writing down. */
  boolean isClientFull() {
    return !quick && client;
  }

  /** Whether the tables of the gateway are worth writing down. */
  boolean isGatewayFull() {
    return !quick && gateway.size() == GatewayLoad.Part.values().length;
  }
}
