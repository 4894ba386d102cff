/** Tools of servers that speak the Model Context Protocol. */
@NullMarked
package dev.weir.client.tool.mcp;

import org.jspecify.annotations.NullMarked;
