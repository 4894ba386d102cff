/** Requests written for a provider, in its dialect. */
@NullMarked
package dev.weir.client.render;

import org.jspecify.annotations.NullMarked;
