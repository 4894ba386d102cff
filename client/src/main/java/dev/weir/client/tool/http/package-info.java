/** Tools that are HTTP endpoints. */
@NullMarked
package dev.weir.client.tool.http;

import org.jspecify.annotations.NullMarked;
