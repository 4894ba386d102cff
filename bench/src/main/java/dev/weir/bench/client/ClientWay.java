package dev.weir.bench.client;

/** How streams are read. The first is what the others are compared to. */
enum ClientWay {
  JDK_SUBSCRIBER("JDK, subscriber: frames counted, nothing decoded"),
  JDK_LOOP("JDK, a loop over lines: nothing decoded"),
  WEIR_SINK("Weir, sink"),
  WEIR_LOOP("Weir, a loop"),
  OPENAI_JAVA("openai-java, a loop");

  private final String label;

  ClientWay(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  Client client(Target target) {
    return switch (this) {
      case JDK_SUBSCRIBER -> new JdkClients(target, /* isLoop= */ false);
      case JDK_LOOP -> new JdkClients(target, /* isLoop= */ true);
      case WEIR_SINK -> new WeirClient(target, /* isLoop= */ false);
      case WEIR_LOOP -> new WeirClient(target, /* isLoop= */ true);
      case OPENAI_JAVA -> new OpenAiClient(target);
    };
  }
}
