/** The gateway under load, compared with nginx: the sender, the server between, the reader. */
@NullMarked
package dev.weir.bench.load;

import org.jspecify.annotations.NullMarked;
