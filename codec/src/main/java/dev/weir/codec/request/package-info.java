/** What is asked of a model, the same for every provider. */
@NullMarked
package dev.weir.codec.request;

import org.jspecify.annotations.NullMarked;
