/** Providers as the environment lets them be asked. */
@NullMarked
package dev.weir.cli.provider;

import org.jspecify.annotations.NullMarked;
