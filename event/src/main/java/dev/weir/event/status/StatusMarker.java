package dev.weir.event.status;

import java.util.Optional;

/** A status that the model marked itself: {@code [STATUS: Reading the files]}. */
public final class StatusMarker {
  private StatusMarker() {}

  /** What the last complete marker in a text says, trimmed. */
  public static Optional<String> last(String text) {
    var scanner = new MarkerScanner();
    Optional<String> last = Optional.empty();
    for (int from = 0; from < text.length(); ) {
      from = scanner.find(text, from);
      Optional<String> found = Optional.ofNullable(scanner.found());
      last = found.isPresent() ? found : last;
    }
    return last;
  }
}
