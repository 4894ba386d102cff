package dev.weir.bench.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.bench.stream.ChatStream;
import dev.weir.bench.stream.ProviderStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response of OpenAI chat chunks at a pace. The name of the model says which: {@code
 * paced-MILLIS-DELTAS}.
 */
record PacedChat(int millis, ProviderStream stream, List<byte[]> frames) {
  private static final Pattern NAME = Pattern.compile("paced-(\\d+)-(\\d+)");
  private static final Map<String, PacedChat> KNOWN = new ConcurrentHashMap<>();

  /** The name of one with a delta every so often. */
  static String name(int millis, int deltas) {
    return "paced-%d-%d".formatted(millis, deltas);
  }

  /** The one whose name is in that text. */
  static PacedChat in(String text) {
    Matcher name = NAME.matcher(text);
    if (!name.find()) {
      throw new IllegalArgumentException("No model paced-MILLIS-DELTAS in " + text);
    }
    return KNOWN.computeIfAbsent(
        name.group(),
        same -> create(Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2))));
  }

  private static PacedChat create(int millis, int deltas) {
    ProviderStream stream = ChatStream.create(deltas);
    List<byte[]> frames =
        Arrays.stream(new String(stream.bytes(), UTF_8).split("(?<=\n\n)", -1))
            .filter(frame -> !frame.isEmpty())
            .map(frame -> frame.getBytes(UTF_8))
            .toList();
    return new PacedChat(millis, stream, new ArrayList<>(frames));
  }
}
