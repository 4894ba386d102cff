/** What a model may call, wherever it runs. */
@NullMarked
package dev.weir.client.tool;

import org.jspecify.annotations.NullMarked;
