/** Opens the tools that the settings name. */
@NullMarked
package dev.weir.cli.tool;

import org.jspecify.annotations.NullMarked;
