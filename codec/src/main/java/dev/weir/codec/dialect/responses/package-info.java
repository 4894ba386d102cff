/** OpenAI Responses events, as OpenAI and the providers and proxies that follow it send them. */
@NullMarked
package dev.weir.codec.dialect.responses;

import org.jspecify.annotations.NullMarked;
