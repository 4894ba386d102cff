/** Requests written in each dialect: pure, one writer for each. */
@NullMarked
package dev.weir.client.render;

import org.jspecify.annotations.NullMarked;
