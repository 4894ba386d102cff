package dev.weir.codec.dialect.gemini;

import dev.weir.codec.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/**
 * A path to one value of a JSON text: the singular queries of RFC 9535.
 *
 * <p>It understands {@code .name}, {@code ['name']} and {@code ["name"]} with their escapes, and
 * {@code [0]}. Wildcards, slices, filters and negative indexes name no single value that is still
 * to come, and are refused. Unlike in the RFC, a name after a dot may have any character except a
 * dot, a bracket or a quote: schemas have fields such as {@code first-name}.
 */
record JsonPath(List<Segment> segments) {

  /** One step down: into an object by name, or into an array by index. */
  sealed interface Segment {
    record Name(String name) implements Segment {}

    record Index(int index) implements Segment {}
  }

  JsonPath {
    segments = List.copyOf(segments);
  }

  /**
   * Reads a path.
   *
   * @throws JsonException if it does not name exactly one value within the depth
   */
  static JsonPath parse(String path, int maxDepth) {
    return new Parser(path, maxDepth).path();
  }

  private static final class Parser {
    private final String text;
    private final int maxDepth;
    private int at;

    Parser(String text, int maxDepth) {
      this.text = text;
      this.maxDepth = maxDepth;
    }

    JsonPath path() {
      if (!text.startsWith("$")) {
        throw wrong("expected $ at the start");
      }
      at = 1;
      List<Segment> segments = new ArrayList<>();
      for (skipBlanks(); at < text.length(); skipBlanks()) {
        if (segments.size() == maxDepth) {
          throw wrong("deeper than %,d".formatted(maxDepth));
        }
        segments.add(segment());
      }
      return new JsonPath(segments);
    }

    private Segment segment() {
      char c = text.charAt(at++);
      return switch (c) {
        case '.' -> new Segment.Name(shorthand());
        case '[' -> bracketed();
        default -> throw wrong("expected . or [");
      };
    }

    private String shorthand() {
      int from = at;
      while (at < text.length() && ".[]'\"".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String name = text.substring(from, at);
      if (name.isEmpty() || name.equals("*")) {
        throw wrong("expected a name");
      }
      return name;
    }

    private Segment bracketed() {
      skipBlanks();
      char c = peek();
      Segment segment =
          c == '\'' || c == '"' ? new Segment.Name(quoted()) : new Segment.Index(index());
      skipBlanks();
      if (peek() != ']') {
        throw wrong("expected ]");
      }
      at++;
      return segment;
    }

    private int index() {
      int from = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      String digits = text.substring(from, at);
      boolean leadingZero = digits.length() > 1 && digits.charAt(0) == '0';
      if (digits.isEmpty() || digits.length() > 9 || leadingZero) {
        throw wrong("expected an index or a quoted name");
      }
      return Integer.parseInt(digits);
    }

    private String quoted() {
      char quote = text.charAt(at++);
      var name = new StringBuilder();
      while (peek() != quote) {
        char c = text.charAt(at++);
        name.append(c == '\\' ? escape(quote) : c);
      }
      at++;
      return name.toString();
    }

    private char escape(char quote) {
      char c = peek();
      at++;
      return switch (c) {
        case 'b' -> '\b';
        case 't' -> '\t';
        case 'n' -> '\n';
        case 'f' -> '\f';
        case 'r' -> '\r';
        case '/', '\\' -> c;
        case 'u' -> unicode();
        default -> {
          if (c != quote) {
            throw wrong("expected an escape");
          }
          yield c;
        }
      };
    }

    private char unicode() {
      int code = 0;
      for (int i = 0; i < 4; i++) {
        int digit = Character.digit(peek(), 16);
        if (digit < 0) {
          throw wrong("expected four hexadecimal digits");
        }
        code = code << 4 | digit;
        at++;
      }
      return (char) code;
    }

    private char peek() {
      if (at >= text.length()) {
        throw wrong("it ends in the middle");
      }
      return text.charAt(at);
    }

    private void skipBlanks() {
      while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private JsonException wrong(String what) {
      return new JsonException("%s at character %,d".formatted(what, at));
    }
  }
}
