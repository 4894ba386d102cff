/** What all dialects share: how chunks become a well-formed sequence of events. */
@NullMarked
package dev.weir.codec.dialect;

import org.jspecify.annotations.NullMarked;
