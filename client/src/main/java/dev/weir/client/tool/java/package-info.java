/** Tools that are Java methods. */
@NullMarked
package dev.weir.client.tool.java;

import org.jspecify.annotations.NullMarked;
