/** What a chat front end receives while a model thinks, calls tools and answers. */
@NullMarked
package dev.weir.codec.lifecycle;

import org.jspecify.annotations.NullMarked;
