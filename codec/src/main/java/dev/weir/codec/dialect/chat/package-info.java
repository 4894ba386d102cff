/** OpenAI Chat Completions chunks, as OpenAI and the many providers that follow it send them. */
@NullMarked
package dev.weir.codec.dialect.chat;

import org.jspecify.annotations.NullMarked;
