package dev.weir.codec.dialect;

/** Writes the responses of a dialect. */
public interface Encoding {

  /** Writes the frames of one response from its events. */
  DialectEncoder encoder(EventSource source, EncodeOptions options);
}
