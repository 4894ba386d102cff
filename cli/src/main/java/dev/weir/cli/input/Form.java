package dev.weir.cli.input;

import dev.weir.codec.dialect.Dialect;

/** What an input is, judged by its beginning. */
sealed interface Form {

  record Packed(Packing packing) implements Form {}

  /** Something that one of our own programs wrote. */
  enum Own implements Form {
    RECORDING,
    METRICS,
    EVENTS,
    LIFECYCLE
  }

  /** What other programs wrap answers in. */
  enum Wrapping implements Form {
    /** {@code curl -i}: the head of an http response before its body. */
    HTTP,
    /** {@code curl --trace}. */
    CURL_TRACE,
    /** {@code curl --trace-ascii}, which does not keep the bytes. */
    CURL_TRACE_ASCII,
    /** HAR, or a VCR cassette as JSON. */
    JSON_EXCHANGES,
    /** A VCR cassette as YAML. */
    YAML_EXCHANGES
  }

  /** The bytes of a provider. */
  record Stream(Dialect dialect) implements Form {}

  /** Something that has a name, and is not a stream. */
  record Other(String name) implements Form {}
}
