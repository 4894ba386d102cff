package dev.weir.client.call;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What to do where chunks were lost. Applies only after a response that its provider keeps was
 * resumed ({@link CallOptions#resumes}) and a final payload has put right what it can.
 */
public enum OnGap {
  /** Go on; what could not be put right is said with its place. */
  WARN,
  /** Try the request again if nothing of the response was seen; else as {@link #WARN}. */
  RETRY,
  /** Go on, but a response that may still lack something at its end has failed. */
  FAIL;

  /** Its name in settings. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that name; empty if there is none. */
  public static Optional<OnGap> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
