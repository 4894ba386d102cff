package dev.weir.event.status;

import dev.weir.event.status.Status.Source;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the statuses in the reasoning of one phase, while it comes.
 *
 * <p>Markers go first: once the model has marked a status, its natural language no longer counts. A
 * status is handed over when it is finished, and only once in a phase; one that merely continues
 * the status before it is left out, as are all after the first {@link #MAX_STATUSES}. However the
 * text is cut, the statuses are the same. Belongs to one stream and one thread at a time.
 */
public final class StatusPhrases {
  /** Bounds what an endless phase can make us remember. */
  public static final int MAX_STATUSES = 1000;

  private final Consumer<? super Status> out;
  private final MarkerScanner markers = new MarkerScanner();
  private final PhraseScanner phrases = new PhraseScanner();
  private final Set<String> said = new HashSet<>();
  private String last = "";
  private boolean isMarked;

  /** Finds phrases, which go there. */
  public StatusPhrases(Consumer<? super Status> out) {
    this.out = out;
  }

  /** Reads the next piece. */
  public void feed(String text) {
    for (int from = 0; from < text.length(); ) {
      int to = markers.find(text, from);
      if (!isMarked) {
        phrases.feed(text, from, to, this::offer);
      }
      marked(markers.found());
      from = to;
    }
  }

  private void marked(@Nullable String marker) {
    if (marker != null) {
      isMarked = true;
      offer(new Status(PlainWords.of(marker), Source.GLM_MARKER));
    }
  }

  /** Another part of the reasoning begins: what is still open ends, as at the end of a line. */
  public void newPart() {
    feed("\n");
  }

  /** The phase ended: so does the phrase that is still open. */
  public void end() {
    if (!isMarked) {
      phrases.end(this::offer);
    }
  }

  private void offer(Status status) {
    String words = status.description();
    boolean continuesLast = !last.isEmpty() && words.startsWith(last);
    if (!continuesLast && said.size() < MAX_STATUSES && said.add(words)) {
      last = words;
      out.accept(status);
    }
  }
}
