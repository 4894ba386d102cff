/** The page's files and what a browser may do with them. */
@NullMarked
package dev.weir.gateway.page;

import org.jspecify.annotations.NullMarked;
