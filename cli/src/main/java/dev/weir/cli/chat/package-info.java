/** {@code weir chat}: asks a provider and shows the answer as it comes. */
@NullMarked
package dev.weir.cli.chat;

import org.jspecify.annotations.NullMarked;
