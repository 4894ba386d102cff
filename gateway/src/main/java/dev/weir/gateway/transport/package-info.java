/** How the gateway reaches providers: on the event loop that serves the client. */
@NullMarked
package dev.weir.gateway.transport;

import org.jspecify.annotations.NullMarked;
