package dev.weir.client.tool;

import dev.weir.codec.json.Json;

/**
 * What a tool returned.
 *
 * @param text what the model reads
 * @param shown what a front end may show in addition; {@link Kind#PLAIN} shows nothing of its own
 * @param data what is shown, an object, or {@code Null}
 */
public record ToolResult(boolean success, String text, Kind shown, Json data) {

  /** What a result is, for a front end. */
  public enum Kind {
    PLAIN,
    WEB_SEARCH,
    ARTIFACT,
    IMAGE
  }

  /** What the model reads, of a tool that did what it should. */
  public static ToolResult of(String text) {
    return new ToolResult(/* success= */ true, text, Kind.PLAIN, Json.Null.NULL);
  }

  /** What the model reads of a tool that did not. */
  public static ToolResult failed(String why) {
    return new ToolResult(/* success= */ false, why, Kind.PLAIN, Json.Null.NULL);
  }
}
