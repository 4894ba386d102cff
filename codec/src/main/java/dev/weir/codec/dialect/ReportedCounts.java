package dev.weir.codec.dialect;

import org.jspecify.annotations.Nullable;

/** The numbers that a provider reported last, in the order in which a dialect lists its names. */
@FunctionalInterface
public interface ReportedCounts {
  /** The number whose name has that place; absent if there is none. */
  @Nullable Long number(int place);
}
