/** The HTTP API: routes, who may ask, what is answered. */
@NullMarked
package dev.weir.gateway.http;

import org.jspecify.annotations.NullMarked;
