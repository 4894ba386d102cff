package dev.weir.bench.peer;

/** One decoder under measurement, holding the stream that it decodes again and again. */
@FunctionalInterface
public interface Peer {
  /** Decodes the whole stream, handing over each typed value as a user of the library gets it. */
  void decode(Sink sink);
}
