/** Tools that show what a page can show, without any service. */
@NullMarked
package dev.weir.gateway.tool;

import org.jspecify.annotations.NullMarked;
