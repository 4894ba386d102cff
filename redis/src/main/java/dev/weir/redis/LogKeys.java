package dev.weir.redis;

/**
 * The names under which the engine keeps a log. What belongs to one stream, one owner or one node
 * has a hash tag in common, so that a cluster keeps it in one place.
 */
record LogKeys(String prefix) {

  /** The records of a stream. */
  String log(String stream) {
    return prefix + ":{" + stream + "}:log";
  }

  /** A stream that is over, packed. */
  String packed(String stream) {
    return prefix + ":{" + stream + "}:z";
  }

  /** What people say of a stream, by name. */
  String remarks(String stream) {
    return prefix + ":{" + stream + "}:r";
  }

  /** The channel of what a stream gets, while somebody follows it. */
  String news(String stream) {
    return prefix + ":{" + stream + "}:f";
  }

  /** Writes a key beside a stream, for the moment: when it has been copied, all before it has. */
  Command mark(String stream) {
    return Command.of("SET", prefix + ":{" + stream + "}:w", "", "PX", 1);
  }

  /** An owner's streams by their beginnings. */
  String streams(String owner) {
    return prefix + ":{o:" + owner + "}:s";
  }

  /** An owner's streams that are open. */
  String open(String owner) {
    return prefix + ":{o:" + owner + "}:live";
  }

  /** All owners. */
  String owners() {
    return prefix + ":owners";
  }

  /** All nodes whose streams may be open. */
  String nodes() {
    return prefix + ":nodes";
  }

  /** What is there as long as a node is. */
  String lease(String node) {
    return prefix + ":node:" + node;
  }

  /** A node's streams that are open. */
  String carried(String node) {
    return prefix + ":{n:" + node + "}:live";
  }

  /** The channel on which a node takes commands. */
  String commands(String node) {
    return prefix + ":node:" + node + ":cmd";
  }
}
