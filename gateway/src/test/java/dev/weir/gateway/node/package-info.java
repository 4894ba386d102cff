/** Several gateways that share a log. */
@NullMarked
package dev.weir.gateway.node;

import org.jspecify.annotations.NullMarked;
