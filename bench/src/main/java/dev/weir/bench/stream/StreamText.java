package dev.weir.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Writes the frames of one generated stream and counts what they hold. */
final class StreamText {
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final String lineEnd;
  private int frames;
  private int deltas;

  StreamText(String lineEnd) {
    this.lineEnd = lineEnd;
  }

  void data(String json) {
    out.append("data: ").append(json).append(lineEnd).append(lineEnd);
    frames++;
  }

  void event(String name, String json) {
    out.append("event: ").append(name).append(lineEnd);
    data(json);
  }

  /** Counts a text that the next frame adds, and gives it as the inside of a JSON string. */
  String delta(String added) {
    deltas++;
    text.append(added);
    return escape(added);
  }

  /** All text so far, as the inside of a JSON string. */
  String wholeText() {
    return escape(text.toString());
  }

  ProviderStream toStream() {
    return new ProviderStream(out.toString().getBytes(UTF_8), frames, deltas, text.length());
  }

  /** Providers send other characters as they are, in UTF-8. */
  static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }
}
