/** The UI message stream of the {@code ai} package: what {@code useChat} reads and asks. */
@NullMarked
package dev.weir.codec.frontend.vercel;

import org.jspecify.annotations.NullMarked;
