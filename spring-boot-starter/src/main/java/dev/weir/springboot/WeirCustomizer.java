package dev.weir.springboot;

import dev.weir.client.Weir;

/**
 * Changes the {@link Weir} of the application before anybody gets it: adds a sink, context, tools.
 * All beans of this type are asked, in their order.
 */
@FunctionalInterface
public interface WeirCustomizer {
  /** The same or another, for all who get the bean. */
  Weir customize(Weir weir);
}
