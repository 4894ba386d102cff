@org.jspecify.annotations.NullMarked
package dev.weir.codec.frontend.agui;
