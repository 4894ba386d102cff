/** What an operator chooses: where the gateway listens, and how much it lets others use. */
@NullMarked
package dev.weir.gateway.settings;

import org.jspecify.annotations.NullMarked;
