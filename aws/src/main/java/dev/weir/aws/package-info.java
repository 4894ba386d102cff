/** Signs requests to Amazon, so that the client itself needs no library for it. */
@NullMarked
package dev.weir.aws;

import org.jspecify.annotations.NullMarked;
