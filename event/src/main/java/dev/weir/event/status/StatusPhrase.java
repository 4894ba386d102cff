package dev.weir.event.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A status that the model's own words give away: "Let me compare the two files". */
public final class StatusPhrase {
  private StatusPhrase() {}

  /** The first phrase or heading in a text; the end of the text also ends a phrase. */
  public static Optional<String> first(String text) {
    List<Status> found = new ArrayList<>();
    var scanner = new PhraseScanner();
    scanner.feed(text, 0, text.length(), found::add);
    scanner.end(found::add);
    return found.stream().findFirst().map(Status::description);
  }
}
