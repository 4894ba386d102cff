/** YAML that people write: values that know their line, so that every complaint can name it. */
@NullMarked
package dev.weir.sim.yaml;

import org.jspecify.annotations.NullMarked;
