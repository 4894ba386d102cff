/** xAI's chat service: protobuf chunks over gRPC. */
@NullMarked
package dev.weir.xai;

import org.jspecify.annotations.NullMarked;
