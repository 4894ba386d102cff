/** Who is asked: endpoint, key, dialect, and how its requests differ. */
@NullMarked
package dev.weir.client.provider;

import org.jspecify.annotations.NullMarked;
