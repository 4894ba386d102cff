package dev.weir.bench.peer;

import dev.weir.bench.stream.ProviderStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The least that a parser can do: cut lines, walk each {@code data} with jackson-core, take the one
 * text that the answer grows by, and skip everything else. No events, no checks.
 */
public final class JacksonWalk implements Peer {
  private final JsonFactory json = new JsonFactory();
  private final byte[] body;
  private final String[] path;

  /**
   * @param path the names from the chunk's root to the text; in arrays the first entry is taken
   */
  public JacksonWalk(ProviderStream stream, String... path) {
    this.body = stream.bytes();
    this.path = path;
  }

  @Override
  public void decode(Sink sink) {
    int from = 0;
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '\n') {
        line(from, i, sink);
        from = i + 1;
      }
    }
  }

  private void line(int from, int to, Sink sink) {
    boolean isJson = to - from > 6 && body[from] == 'd' && body[from + 6] == '{';
    String text = isJson ? delta(from + 6, to - from - 6) : null;
    if (text != null && !text.isEmpty()) {
      sink.take(text, text);
    }
  }

  private @Nullable String delta(int from, int length) {
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), body, from, length)) {
      int depth = 0;
      JsonToken token = parser.nextToken();
      while (token != null) {
        if (token == JsonToken.PROPERTY_NAME) {
          boolean isOnPath = parser.currentName().equals(path[depth]);
          token = parser.nextToken();
          if (!isOnPath) {
            parser.skipChildren();
          } else if (++depth == path.length) {
            return token == JsonToken.VALUE_STRING ? parser.getString() : null;
          }
        }
        token = parser.nextToken();
      }
    }
    return null;
  }
}
