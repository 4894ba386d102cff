/** Who may ask what: keys, hosts, origins. */
@NullMarked
package dev.weir.gateway.security;

import org.jspecify.annotations.NullMarked;
