/** Clients that speak dialects of their own. */
@org.jspecify.annotations.NullMarked
package dev.weir.gateway.door;
