/**
 * Weir in an application of Spring Boot: configured by properties, serving streams that can be
 * resumed.
 */
@NullMarked
package dev.weir.springboot;

import org.jspecify.annotations.NullMarked;
