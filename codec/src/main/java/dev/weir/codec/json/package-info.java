/** JSON as values and as text: chunks of providers, and events of ours. */
@NullMarked
package dev.weir.codec.json;

import org.jspecify.annotations.NullMarked;
