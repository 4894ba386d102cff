/** The providers' own clients, fed with bytes that Weir wrote. */
@NullMarked
package dev.weir.interop;

import org.jspecify.annotations.NullMarked;
