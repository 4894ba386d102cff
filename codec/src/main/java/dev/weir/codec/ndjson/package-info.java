/** Newline-delimited JSON. */
@NullMarked
package dev.weir.codec.ndjson;

import org.jspecify.annotations.NullMarked;
