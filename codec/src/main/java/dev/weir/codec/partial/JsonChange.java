package dev.weir.codec.partial;

import dev.weir.codec.json.Json;

/**
 * One thing that became known about a JSON value while it arrives.
 *
 * <p>{@code path} is a JSON pointer (RFC 6901): empty for the whole value, {@code /items/0/name}
 * for a place inside it.
 */
public sealed interface JsonChange {
  /** Where, as a JSON pointer. */
  String path();

  /** An object or an array began. */
  record Opened(String path, boolean isArray) implements JsonChange {}

  /** Text was added to a string. A string begins with an addition, which may be empty. */
  record TextAdded(String path, String text) implements JsonChange {}

  /** A number, true, false or null is there, whole. */
  record Set(String path, Json value) implements JsonChange {}

  /** A string, an object or an array is whole. */
  record Closed(String path) implements JsonChange {}
}
