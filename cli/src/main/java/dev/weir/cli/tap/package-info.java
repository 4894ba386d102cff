/** A wire between a client and a provider that passes everything on and says what it saw. */
@NullMarked
package dev.weir.cli.tap;

import org.jspecify.annotations.NullMarked;
