package dev.weir.codec.request;

/**
 * Something of a request that a dialect could not carry as it was.
 *
 * @param field where it was in the client's body, as {@code messages[2].content[0].cache_control};
 *     what {@link Setting} calls it, where the request was not read from a body
 * @param why what the dialect lacks, and what was written instead, if anything
 * @param changesMeaning whether the answer may be a different one, not just more expensive, slower
 *     or less well cached
 */
public record RequestLoss(String field, String why, boolean changesMeaning) {

  /** A field that is not carried, and what is meant survives without it. */
  public static RequestLoss of(String field, String why) {
    return new RequestLoss(field, why, /* changesMeaning= */ false);
  }

  /** A field whose loss changes what is meant. */
  public static RequestLoss ofMeaning(String field, String why) {
    return new RequestLoss(field, why, /* changesMeaning= */ true);
  }

  @Override
  public String toString() {
    return field + ": " + why;
  }
}
