/** Conversations as JSON, to be kept and continued by another process. */
@NullMarked
package dev.weir.codec.conversation;

import org.jspecify.annotations.NullMarked;
