/** What readers of requests share: values that know their place, and messages being collected. */
@NullMarked
package dev.weir.codec.read;

import org.jspecify.annotations.NullMarked;
