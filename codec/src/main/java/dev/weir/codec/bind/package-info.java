/** Java types as JSON and back: the schema of a record, a record from JSON, JSON of a value. */
@NullMarked
package dev.weir.codec.bind;

import org.jspecify.annotations.NullMarked;
