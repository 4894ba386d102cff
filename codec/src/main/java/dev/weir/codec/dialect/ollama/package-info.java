/** Ollama's own API: one JSON line per piece of an answer. */
@NullMarked
package dev.weir.codec.dialect.ollama;

import org.jspecify.annotations.NullMarked;
