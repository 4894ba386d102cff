/** Tools that show what the page can do, without any service. */
@NullMarked
package dev.weir.gateway.tool;

import org.jspecify.annotations.NullMarked;
