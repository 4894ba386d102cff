/** The same tasks with Weir and with others; docs/library/tasks.md compares them. */
@NullMarked
package dev.weir.interop.tasks;

import org.jspecify.annotations.NullMarked;
