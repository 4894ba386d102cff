/** AG-UI 1.0: the events of a run, and what a run is asked with. */
@NullMarked
package dev.weir.codec.frontend.agui;

import org.jspecify.annotations.NullMarked;
