package dev.weir.codec.dialect;

import org.jspecify.annotations.Nullable;

/** The numbers that a provider reported last, under its own names. */
@FunctionalInterface
public interface ReportedCounts {
  /** The number of that name; absent if there is none. */
  @Nullable Long number(String name);
}
