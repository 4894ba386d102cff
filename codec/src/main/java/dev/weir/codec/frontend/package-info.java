/** What front ends of others are told of a turn, and what they ask: the same for all of them. */
@NullMarked
package dev.weir.codec.frontend;

import org.jspecify.annotations.NullMarked;
