/** A turn: the model answers, its tools run, it goes on, until it is done. */
@NullMarked
package dev.weir.client.turn;

import org.jspecify.annotations.NullMarked;
