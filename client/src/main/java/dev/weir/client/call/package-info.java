/** One response being fetched: tries, clocks, cancel. */
@NullMarked
package dev.weir.client.call;

import org.jspecify.annotations.NullMarked;
