/** The log in files: shared segments of checksummed records, made durable in groups. */
@NullMarked
package dev.weir.log.file;

import org.jspecify.annotations.NullMarked;
