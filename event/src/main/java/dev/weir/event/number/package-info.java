/** What is kept by number while a stream is under way. */
@NullMarked
package dev.weir.event.number;

import org.jspecify.annotations.NullMarked;
