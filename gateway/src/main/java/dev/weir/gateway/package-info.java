/** The server: one upstream stream in, many subscribers out, nothing lost. */
@NullMarked
package dev.weir.gateway;

import org.jspecify.annotations.NullMarked;
