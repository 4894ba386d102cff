/** How a request reaches a provider and slices come back. */
@NullMarked
package dev.weir.client.transport;

import org.jspecify.annotations.NullMarked;
