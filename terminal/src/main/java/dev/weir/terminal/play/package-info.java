/** Playing recorded streams: speed, pause, step. */
@NullMarked
package dev.weir.terminal.play;

import org.jspecify.annotations.NullMarked;
