/** The simulator in tests of JUnit, which must be on the class path. */
@NullMarked
package dev.weir.sim.junit;

import org.jspecify.annotations.NullMarked;
