/** JSON that is still arriving: the arguments of a call while the model writes them. */
@NullMarked
package dev.weir.codec.partial;

import org.jspecify.annotations.NullMarked;
