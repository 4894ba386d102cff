/** What the writers of requests share: the walk through the messages, and forms in common. */
@NullMarked
package dev.weir.codec.render;

import org.jspecify.annotations.NullMarked;
