package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What a model is told about a tool.
 *
 * @param parameters for a function the JSON schema of its arguments, an object; for a custom tool
 *     the form of its text, or null for any; for a built-in tool everything, in the words of its
 *     dialect
 * @param strict whether calls must follow the schema; absent leaves that to the dialect
 * @param namespace the group that it belongs to; names need to differ only within one
 * @param builtIn what a built-in tool does, where that is known beyond its dialect
 */
public record ToolSpec(
    String name,
    String description,
    Json parameters,
    Kind kind,
    @Nullable Boolean strict,
    @Nullable Namespace namespace,
    @Nullable BuiltInTool builtIn,
    Note note) {

  /** What a tool takes, and who runs it. */
  public enum Kind {
    /** Takes JSON; whoever asks runs it. */
    FUNCTION,
    /** Takes text; whoever asks runs it. */
    CUSTOM,
    /** The provider knows it; what it takes is known to its dialect alone. */
    BUILT_IN
  }

  /** A group of tools. */
  public record Namespace(String name, String description) {}

  /** A tool that is not built in. */
  public ToolSpec(
      String name,
      String description,
      Json parameters,
      Kind kind,
      @Nullable Boolean strict,
      @Nullable Namespace namespace,
      Note note) {
    this(name, description, parameters, kind, strict, namespace, /* builtIn= */ null, note);
  }

  /** A function. */
  public ToolSpec(String name, String description, Json parameters) {
    this(name, description, parameters, Kind.FUNCTION, null, null, Note.NONE);
  }

  /** With another wish about following the schema; absent leaves that to the dialect. */
  public ToolSpec withStrict(@Nullable Boolean wish) {
    return new ToolSpec(name, description, parameters, kind, wish, namespace, builtIn, note);
  }

  /** In another group, or in none. */
  public ToolSpec withNamespace(@Nullable Namespace group) {
    return new ToolSpec(name, description, parameters, kind, strict, group, builtIn, note);
  }

  /** With other words of its dialect beside it. */
  public ToolSpec withNote(Note other) {
    return new ToolSpec(name, description, parameters, kind, strict, namespace, builtIn, other);
  }

  /** Whether whoever asks runs it, with JSON. */
  public boolean isFunction() {
    return kind == Kind.FUNCTION;
  }
}
