package dev.weir.event.status;

import java.util.Locale;

/**
 * What the model is busy with, in a few words.
 *
 * @param description begins with an upper-case letter unless the model marked it itself
 */
public record Status(String description, Source source) {

  /** How a status was found. */
  public enum Source {
    /** The model was asked to mark it: {@code [STATUS: …]}. */
    GLM_MARKER,
    NATURAL_LANGUAGE,
    /** A heading on a line of its own: {@code **Comparing files**}. */
    SUMMARY_HEADING;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The name used in the JSON form. */
    public String word() {
      return word;
    }
  }
}
