package dev.weir.codec.request;

/**
 * Something of a request that a dialect could not carry as it was.
 *
 * @param field where it stood in the client's body, as {@code
 *     messages[2].content[0].cache_control}; what {@link Setting} calls it, where the request was
 *     not read from a body
 * @param why what the dialect lacks, and what was written instead, if anything
 * @param changesMeaning whether the answer may be another one for it, not only a dearer, slower or
 *     less well kept one
 */
public record RequestLoss(String field, String why, boolean changesMeaning) {

  public static RequestLoss of(String field, String why) {
    return new RequestLoss(field, why, /* changesMeaning= */ false);
  }

  public static RequestLoss ofMeaning(String field, String why) {
    return new RequestLoss(field, why, /* changesMeaning= */ true);
  }

  @Override
  public String toString() {
    return field + ": " + why;
  }
}
