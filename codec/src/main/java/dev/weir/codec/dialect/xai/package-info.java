/** What goes back to xAI's chat service; its chunks are read by the module {@code weir-xai}. */
@NullMarked
package dev.weir.codec.dialect.xai;

import org.jspecify.annotations.NullMarked;
