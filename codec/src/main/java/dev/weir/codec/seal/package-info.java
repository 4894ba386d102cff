/**
 * Opaque reasoning in foreign hands: sealed for clients of another dialect, opened on its return.
 */
@NullMarked
package dev.weir.codec.seal;

import org.jspecify.annotations.NullMarked;
