@NullMarked
package dev.weir.gateway.page;

import org.jspecify.annotations.NullMarked;
