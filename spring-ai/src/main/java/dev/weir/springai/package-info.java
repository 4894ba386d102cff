/** Weir as a model of Spring AI: the translation between its messages and ours, and the model. */
@NullMarked
package dev.weir.springai;

import org.jspecify.annotations.NullMarked;
