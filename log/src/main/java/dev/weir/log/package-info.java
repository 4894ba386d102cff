/** Where the events of streams are kept and read from a position. */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
