/** xAI's chat service, whose requests and chunks are protobuf messages. */
@NullMarked
package dev.weir.sim.xai;

import org.jspecify.annotations.NullMarked;
