/**
 * Reads the files that people have of a stream: unpacked layer by layer until the provider's own
 * bytes are found, or named if they are something else.
 */
@NullMarked
package dev.weir.cli.input;

import org.jspecify.annotations.NullMarked;
