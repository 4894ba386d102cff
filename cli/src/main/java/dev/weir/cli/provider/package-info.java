/** Providers with the keys and addresses that the environment has for them. */
@NullMarked
package dev.weir.cli.provider;

import org.jspecify.annotations.NullMarked;
