/** Reads {@code weir.yaml}. */
@NullMarked
package dev.weir.cli.config;

import org.jspecify.annotations.NullMarked;
