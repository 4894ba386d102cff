/** The Anthropic Messages stream, as Anthropic, the clouds and the gateways before it send it. */
@NullMarked
package dev.weir.codec.dialect.anthropic;

import org.jspecify.annotations.NullMarked;
