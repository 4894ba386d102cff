/** Gemini {@code generateContent} chunks, as Google AI, Vertex and their proxies send them. */
@NullMarked
package dev.weir.codec.dialect.gemini;

import org.jspecify.annotations.NullMarked;
