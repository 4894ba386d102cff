/** The gateway over TLS, with HTTP/2 and HTTP/1.1. */
@NullMarked
package dev.weir.gateway.tls;

import org.jspecify.annotations.NullMarked;
