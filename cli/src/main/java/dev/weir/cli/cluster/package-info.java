/** Several gateways and an engine on this machine, for trying them out. */
@NullMarked
package dev.weir.cli.cluster;

import org.jspecify.annotations.NullMarked;
