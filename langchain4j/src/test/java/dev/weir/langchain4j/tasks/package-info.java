/** The tasks of docs/library/tasks.md. */
@NullMarked
package dev.weir.langchain4j.tasks;

import org.jspecify.annotations.NullMarked;
