/** Scripts: what to answer, and when, as readable YAML. */
@NullMarked
package dev.weir.sim.script;

import org.jspecify.annotations.NullMarked;
