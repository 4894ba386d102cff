/** The Anthropic Messages stream, as Anthropic, clouds and gateways in front of it send it. */
@NullMarked
package dev.weir.codec.dialect.anthropic;

import org.jspecify.annotations.NullMarked;
