/**
 * The fast path: successive chunks of a stream differ only in a few places, so the rest is compared
 * instead of parsed.
 */
@NullMarked
package dev.weir.codec.template;

import org.jspecify.annotations.NullMarked;
