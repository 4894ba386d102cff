package dev.weir.bench.client;

/** A client that is measured. */
interface Client {
  /** Asks for a response of that model, on another thread if it blocks. */
  void open(String model, Progress.Stream stream) throws Exception;

  /** How many pieces it finds in a whole response. */
  int pieces(PacedChat chat);
}
