/** What the gateway is started with. */
@NullMarked
package dev.weir.cli.serve;

import org.jspecify.annotations.NullMarked;
