package dev.weir.sim.fault;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is to be wrong with a reply.
 *
 * @param status of a call that fails, else 0
 * @param number where, how much, or how long, as its kind says; absent for the middle of the stream
 * @param times for how many requests; absent for all
 */
public record Fault(FaultKind kind, int status, @Nullable Integer number, @Nullable Integer times) {
  /** How a model name that stands for a fault begins; what follows an @ is only a name. */
  private static final Pattern MODEL = Pattern.compile("sim-(?:[a-z]+-)*?fault-([^@]*)");

  private static final Pattern FORM =
      Pattern.compile("([a-z][a-z0-9-]*?|[45]\\d\\d)(?:[:-](\\d{1,9}))?(?:[*x](\\d{1,6}))?");

  /**
   * Reads {@code name}, {@code name:number} or {@code name:number*times}.
   *
   * @throws IllegalArgumentException if there is no such fault; the message lists them
   */
  public static Fault parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (form.matches()) {
      String word = form.group(1);
      boolean isStatus = Character.isDigit(word.charAt(0));
      Optional<FaultKind> kind = isStatus ? Optional.of(FaultKind.STATUS) : FaultKind.of(word);
      if (kind.isPresent()) {
        int status = isStatus ? Integer.parseInt(word) : 0;
        return new Fault(kind.get(), status, number(form.group(2)), number(form.group(3)));
      }
    }
    String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    throw new IllegalArgumentException(
        "«%s» is not a fault; expected NAME, NAME:NUMBER or NAME:NUMBER*TIMES with one of %s"
            .formatted(
                shown,
                Arrays.stream(FaultKind.values())
                    .map(FaultKind::word)
                    .collect(Collectors.joining(", "))));
  }

  /** The fault that a model's name asks for. */
  public static Optional<Fault> ofModel(String model) {
    Matcher name = MODEL.matcher(model);
    return name.find() ? Optional.of(parse(name.group(1))) : Optional.empty();
  }

  /** As it is asked for, without how often. */
  public String words() {
    String word = status == 0 ? kind.word() : String.valueOf(status);
    return number == null ? word : word + ":" + number;
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }
}
