/** A JSON array whose elements are the frames. */
@NullMarked
package dev.weir.codec.jsonarray;

import org.jspecify.annotations.NullMarked;
