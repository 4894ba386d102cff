/** The tools that the settings name, opened. */
@NullMarked
package dev.weir.cli.tool;

import org.jspecify.annotations.NullMarked;
