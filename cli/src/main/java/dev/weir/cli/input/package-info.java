/**
 * What people have on their disks when they ask about a stream: unpacked layer by layer until the
 * provider's own bytes lie open, or named where they are something else.
 */
@NullMarked
package dev.weir.cli.input;

import org.jspecify.annotations.NullMarked;
