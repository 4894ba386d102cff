/** The gateway under load, beside nginx: who sends, who stands between, who reads. */
@NullMarked
package dev.weir.bench.load;

import org.jspecify.annotations.NullMarked;
