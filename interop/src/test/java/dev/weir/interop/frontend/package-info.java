/** Front ends of others from npm read what our encoders say. */
@NullMarked
package dev.weir.interop.frontend;

import org.jspecify.annotations.NullMarked;
