/** What a client asks for, and what went before it in the conversation. */
@NullMarked
package dev.weir.gateway.chat;

import org.jspecify.annotations.NullMarked;
