/** What a monitoring system is told. */
@NullMarked
package dev.weir.gateway.metrics;

import org.jspecify.annotations.NullMarked;
