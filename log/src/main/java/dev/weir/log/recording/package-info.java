/** Recordings: one stream kept as it arrived, to be replayed through the same decoder. */
@NullMarked
package dev.weir.log.recording;

import org.jspecify.annotations.NullMarked;
