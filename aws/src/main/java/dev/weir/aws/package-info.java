/** Signs requests to Amazon, so that the client itself needs no library for that. */
@NullMarked
package dev.weir.aws;

import org.jspecify.annotations.NullMarked;
