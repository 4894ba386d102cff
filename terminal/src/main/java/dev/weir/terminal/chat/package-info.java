/** Asking questions at a prompt. */
@NullMarked
package dev.weir.terminal.chat;

import org.jspecify.annotations.NullMarked;
