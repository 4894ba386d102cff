/** Weir beside what others wrote: clients that read it, servers that it reads. */
@NullMarked
package dev.weir.interop;

import org.jspecify.annotations.NullMarked;
