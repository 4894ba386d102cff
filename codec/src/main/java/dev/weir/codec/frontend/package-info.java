/** What other people's front ends are told about a turn, and what they ask. */
@NullMarked
package dev.weir.codec.frontend;

import org.jspecify.annotations.NullMarked;
