package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.gemini.JsonPath.Segment;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns updates of single leaves into one JSON text that only grows.
 *
 * <p>Each update names a leaf by its path. The text can grow only at its end, so the containers on
 * the path to the last leaf are open and all others are closed for good: an update first closes
 * what is not on its own path, then opens what is missing, then writes the leaf. An update that
 * would have to change what is written is refused and changes nothing, so the text is always the
 * beginning of some valid JSON text, and {@link #close()} makes it one.
 */
final class GrowingJson {
  /** An array cannot skip places; up to this many are filled with null. */
  private static final int MAX_GAP = 256;

  private final StringBuilder added = new StringBuilder();
  private final List<Container> open = new ArrayList<>();
  private @Nullable List<Segment> openText;
  private boolean written;
  private boolean closed;
  private boolean filled;

  /** An object or array that can still grow, and the last child it got. */
  private static final class Container {
    final boolean isArray;
    final Set<String> names = new HashSet<>();
    int size;
    @Nullable Segment last;

    Container(boolean isArray) {
      this.isArray = isArray;
    }
  }

  /** Whether anything has been written. */
  boolean isEmpty() {
    return !written;
  }

  /** Whether places of an array that were never named had to be filled with null. */
  boolean isFilled() {
    return filled;
  }

  /**
   * Writes one leaf, or the next piece of a text.
   *
   * @param value a text, number, boolean or null
   * @param willContinue whether more of the same text follows
   * @return what is wrong with the update, or {@code null} if it was written
   */
  @Nullable String update(JsonPath path, Json value, boolean willContinue) {
    List<Segment> way = path.segments();
    if (closed) {
      return "the arguments are already closed";
    }
    if (way.equals(openText)) {
      return continueText(value, willContinue);
    }
    if (way.isEmpty()) {
      return "arguments are an object, not a single value";
    }
    int shared = sharedWith(way);
    String problem = problem(way, shared);
    if (problem != null) {
      return problem;
    }
    closeText();
    while (open.size() > shared + 1) {
      closeContainer();
    }
    for (int i = shared; i < way.size(); i++) {
      if (i >= open.size()) {
        openContainer(way.get(i));
      }
      enter(way.get(i));
    }
    leaf(way, value, willContinue);
    return null;
  }

  /** Ends the text of the last leaf if its end came without a value. */
  boolean endText(JsonPath path) {
    boolean isOpen = path.segments().equals(openText);
    if (isOpen) {
      closeText();
    }
    return isOpen;
  }

  /** Takes everything that is missing at once. */
  void rest(String text) {
    added.append(text);
    written = true;
    closed = true;
  }

  /** Whether the last leaf is a text that will be continued. */
  boolean isInText() {
    return openText != null;
  }

  /** What {@link #close()} would add. */
  String closing() {
    if (closed) {
      return "";
    }
    StringBuilder closing = new StringBuilder(openText == null ? "" : "\"");
    for (int i = open.size() - 1; i >= 0; i--) {
      closing.append(open.get(i).isArray ? ']' : '}');
    }
    return written ? closing.toString() : "{}";
  }

  /** Closes everything that is open. An object without any leaf is {@code {}}. */
  void close() {
    added.append(closing());
    closed = true;
    written = true;
    openText = null;
    open.clear();
  }

  /** Takes the text that was added since it was last taken. */
  String take() {
    String text = added.toString();
    added.setLength(0);
    return text;
  }

  private @Nullable String continueText(Json value, boolean willContinue) {
    String more = value.text();
    if (more == null) {
      return "a text cannot continue as another kind of value";
    }
    added.append(escaped(more));
    if (!willContinue) {
      closeText();
    }
    return null;
  }

  /** How many steps of the path lead through open containers. */
  private int sharedWith(List<Segment> way) {
    int shared = 0;
    // The last child of every open container except the innermost is the next one.
    while (shared < way.size()
        && shared + 1 < open.size()
        && way.get(shared).equals(open.get(shared).last)) {
      shared++;
    }
    return shared;
  }

  private @Nullable String problem(List<Segment> way, int shared) {
    if (shared == way.size()) {
      return "it names a container that already has values";
    }
    Container parent = shared < open.size() ? open.get(shared) : null;
    for (int i = shared; i < way.size(); i++) {
      String problem =
          switch (way.get(i)) {
            case Segment.Name name -> nameProblem(parent, name);
            case Segment.Index index -> indexProblem(parent, index);
          };
      if (problem != null) {
        return problem;
      }
      parent = null;
    }
    return null;
  }

  private static @Nullable String nameProblem(@Nullable Container parent, Segment.Name name) {
    if (parent == null) {
      return null;
    }
    if (parent.isArray) {
      return "it names a field of an array";
    }
    return parent.names.contains(name.name()) ? "what it names is already written" : null;
  }

  private static @Nullable String indexProblem(@Nullable Container parent, Segment.Index index) {
    int size = parent == null ? 0 : parent.size;
    if (parent != null && !parent.isArray) {
      return "it names a place of an object";
    }
    if (index.index() < size) {
      return "what it names is already written";
    }
    return index.index() - size > MAX_GAP
        ? "it skips %,d places of an array".formatted(index.index() - size)
        : null;
  }

  private void openContainer(Segment child) {
    boolean isArray = child instanceof Segment.Index;
    added.append(isArray ? '[' : '{');
    written = true;
    open.add(new Container(isArray));
  }

  private void closeContainer() {
    added.append(open.removeLast().isArray ? ']' : '}');
  }

  /** Begins a child of the innermost container. */
  private void enter(Segment child) {
    Container parent = open.getLast();
    parent.last = child;
    switch (child) {
      case Segment.Name name -> {
        separate(parent);
        parent.names.add(name.name());
        added.append('"').append(escaped(name.name())).append("\":");
      }
      case Segment.Index index -> {
        while (parent.size < index.index()) {
          separate(parent);
          added.append("null");
          filled = true;
        }
        separate(parent);
      }
    }
  }

  private void separate(Container parent) {
    if (parent.size++ > 0) {
      added.append(',');
    }
  }

  private void leaf(List<Segment> way, Json value, boolean willContinue) {
    String text = value.text();
    if (text == null) {
      added.append(value.toText());
      return;
    }
    added.append('"').append(escaped(text));
    openText = way;
    if (!willContinue) {
      closeText();
    }
  }

  private void closeText() {
    if (openText != null) {
      added.append('"');
      openText = null;
    }
  }

  private static String escaped(String text) {
    String quoted = new JsonText().value(text).toString();
    return quoted.substring(1, quoted.length() - 1);
  }
}
