/** Routes: an answer even when a provider fails. */
@NullMarked
package dev.weir.client.route;

import org.jspecify.annotations.NullMarked;
