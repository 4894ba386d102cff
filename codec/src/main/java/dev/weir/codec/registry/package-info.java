/** The dialects that are known, and which of them a stream is in. */
@NullMarked
package dev.weir.codec.registry;

import org.jspecify.annotations.NullMarked;
