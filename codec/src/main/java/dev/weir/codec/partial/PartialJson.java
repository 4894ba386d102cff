package dev.weir.codec.partial;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON that arrives in pieces, looking at every character once.
 *
 * <p>Each piece gives the changes it brings. The value so far may be asked for at any time, even
 * when the text was cut or is broken: strings end where they were cut; a number, word or name that
 * is not yet whole is left out. Belongs to one thread at a time.
 *
 * <p>The states follow the grammar of RFC 8259. A character that does not fit makes the text broken
 * for good: {@link #problem()} says where, and what came before stays.
 */
public final class PartialJson {
  private static final int MAX_DEPTH = 200;
  private static final JsonReader TOKENS = new JsonReader(/* maxDepth= */ 1, /* maxBytes= */ 256);

  private enum State {
    VALUE,
    FIRST_NAME_OR_END,
    NAME,
    COLON,
    FIRST_VALUE_OR_END,
    AFTER_VALUE,
    STRING,
    ESCAPE,
    UNICODE,
    TOKEN,
    DONE,
    BROKEN
  }

  private final PartialTree tree = new PartialTree();
  private Consumer<? super JsonChange> out = change -> {};
  private State state = State.VALUE;
  private boolean inName;
  private long position;
  private @Nullable String problem;

  /** Characters of the name, number or word that is being read. */
  private final StringBuilder token = new StringBuilder();

  /** Characters of a string that this piece has brought but that are not in the tree yet. */
  private final StringBuilder added = new StringBuilder();

  private int unicode;
  private int unicodeDigits;

  /** Reads a whole or cut text. */
  public static PartialJson of(String text) {
    var reader = new PartialJson();
    reader.feed(text);
    return reader;
  }

  /** Takes the next piece of the text. */
  public void feed(String piece) {
    feed(piece, change -> {});
  }

  /** Takes the next piece and hands over what it changes, in order. */
  public void feed(String piece, Consumer<? super JsonChange> changes) {
    out = changes;
    int i = 0;
    while (i < piece.length()) {
      i = state == State.STRING ? text(piece, i) : step(piece, i);
    }
    flushText();
  }

  /** The value as far as it is known; null if nothing is. A snapshot, made when it is asked for. */
  public Json value() {
    return tree.value();
  }

  /** Whether the value is whole. A number alone is whole only when something follows it. */
  public boolean isWhole() {
    return state == State.DONE;
  }

  /** What is wrong with the text and where; {@code null} while nothing is. */
  public @Nullable String problem() {
    return problem;
  }

  /** Takes the plain characters of a string in one go. */
  private int text(String piece, int from) {
    int i = from;
    while (i < piece.length()) {
      char c = piece.charAt(i);
      if (c == '"' || c == '\\' || c < ' ') {
        break;
      }
      i++;
    }
    (inName ? token : added).append(piece, from, i);
    position += i - from;
    return i < piece.length() ? step(piece, i) : i;
  }

  /** Takes one character, or leaves it for the next state. */
  private int step(String piece, int i) {
    char c = piece.charAt(i);
    if (state == State.TOKEN && !isTokenEnd(c)) {
      token.append(c);
      position++;
      return i + 1;
    }
    if (state == State.TOKEN) {
      endToken();
    }
    if (state != State.BROKEN) {
      take(c);
    }
    position++;
    return i + 1;
  }

  private void take(char c) {
    switch (state) {
      case STRING -> inString(c);
      case ESCAPE -> escape(c);
      case UNICODE -> unicode(c);
      default -> {
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
          structure(c);
        }
      }
    }
  }

  private void structure(char c) {
    switch (state) {
      case VALUE -> value(c);
      case FIRST_VALUE_OR_END -> {
        if (c == ']') {
          close();
        } else {
          value(c);
        }
      }
      case FIRST_NAME_OR_END -> {
        if (c == '}') {
          close();
        } else {
          name(c);
        }
      }
      case NAME -> name(c);
      case COLON -> expect(c, ':', State.VALUE);
      case AFTER_VALUE -> afterValue(c);
      default -> broken("expected the end, saw", c);
    }
  }

  private void value(char c) {
    switch (c) {
      case '{' -> open(/* isArray= */ false);
      case '[' -> open(/* isArray= */ true);
      case '"' -> {
        inName = false;
        state = State.STRING;
        tree.beginText();
        out.accept(new JsonChange.TextAdded(tree.path(), ""));
      }
      default -> {
        if (c == '-' || (c >= '0' && c <= '9') || c == 't' || c == 'f' || c == 'n') {
          token.setLength(0);
          token.append(c);
          state = State.TOKEN;
        } else {
          broken("expected a value, saw", c);
        }
      }
    }
  }

  private void open(boolean isArray) {
    if (tree.depth() >= MAX_DEPTH) {
      state = State.BROKEN;
      problem = "deeper than %d levels at offset %,d".formatted(MAX_DEPTH, position);
      return;
    }
    tree.open(isArray);
    out.accept(new JsonChange.Opened(tree.containerPath(), isArray));
    state = isArray ? State.FIRST_VALUE_OR_END : State.FIRST_NAME_OR_END;
  }

  private void name(char c) {
    if (c == '"') {
      inName = true;
      token.setLength(0);
      state = State.STRING;
    } else {
      broken("expected a name, saw", c);
    }
  }

  private void afterValue(char c) {
    boolean inArray = tree.isInArray();
    if (c == ',') {
      state = inArray ? State.VALUE : State.NAME;
    } else if (c == (inArray ? ']' : '}')) {
      close();
    } else {
      broken(inArray ? "expected , or ], saw" : "expected , or }, saw", c);
    }
  }

  private void close() {
    String path = tree.containerPath();
    tree.close();
    out.accept(new JsonChange.Closed(path));
    ended();
  }

  private void ended() {
    state = tree.depth() == 0 ? State.DONE : State.AFTER_VALUE;
  }

  private void inString(char c) {
    if (c == '"') {
      endString();
    } else if (c == '\\') {
      state = State.ESCAPE;
    } else {
      broken("expected a control character to be escaped, saw", c);
    }
  }

  private void endString() {
    if (inName) {
      tree.name(token.toString());
      state = State.COLON;
      return;
    }
    flushText();
    String path = tree.path();
    tree.endText();
    out.accept(new JsonChange.Closed(path));
    ended();
  }

  private void escape(char c) {
    int plain = "\"\\/bfnrt".indexOf(c);
    if (plain >= 0) {
      append("\"\\/\b\f\n\r\t".charAt(plain));
      state = State.STRING;
    } else if (c == 'u') {
      unicode = 0;
      unicodeDigits = 0;
      state = State.UNICODE;
    } else {
      broken("expected an escape, saw \\", c);
    }
  }

  private void unicode(char c) {
    int digit = c < 128 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      broken("expected a hexadecimal digit, saw", c);
      return;
    }
    unicode = unicode << 4 | digit;
    if (++unicodeDigits == 4) {
      append((char) unicode);
      state = State.STRING;
    }
  }

  private void append(char c) {
    (inName ? token : added).append(c);
  }

  private void flushText() {
    if (!added.isEmpty()) {
      String text = added.toString();
      added.setLength(0);
      tree.addText(text);
      out.accept(new JsonChange.TextAdded(tree.path(), text));
    }
  }

  private static boolean isTokenEnd(char c) {
    return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }

  private void endToken() {
    try {
      Json value = TOKENS.read(token.toString());
      out.accept(new JsonChange.Set(tree.path(), value));
      tree.set(value);
      ended();
    } catch (JsonException noValue) {
      state = State.BROKEN;
      problem = "expected a value, saw \"%s\" before offset %,d".formatted(token, position);
    }
  }

  private void expect(char c, char expected, State next) {
    if (c == expected) {
      state = next;
    } else {
      broken("expected " + expected + ", saw", c);
    }
  }

  private void broken(String what, char c) {
    state = State.BROKEN;
    problem = "%s %c at offset %,d".formatted(what, c, position);
  }
}
