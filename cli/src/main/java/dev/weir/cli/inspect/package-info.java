/** What metrics look like to people: the anatomy of a response as text and as a page. */
@NullMarked
package dev.weir.cli.inspect;

import org.jspecify.annotations.NullMarked;
