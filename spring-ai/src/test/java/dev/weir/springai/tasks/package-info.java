/** The tasks of docs/library/tasks.md. */
@NullMarked
package dev.weir.springai.tasks;

import org.jspecify.annotations.NullMarked;
