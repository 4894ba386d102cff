package dev.weir.cli.input;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What was wrong with the wrapping of a stream, which the stream itself cannot show. */
public final class Damage {
  private static final int MAX_WORDS = 20;

  private final Set<String> words = new LinkedHashSet<>();

  public void add(String what) {
    words.add(words.size() < MAX_WORDS ? what : "and more of the kind");
  }

  public Optional<String> words() {
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", words));
  }
}
