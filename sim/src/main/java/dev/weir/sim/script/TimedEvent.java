package dev.weir.sim.script;

import dev.weir.event.StreamEvent;

/**
 * An event of an answer.
 *
 * @param afterMicros the pause before it
 */
public record TimedEvent(long afterMicros, StreamEvent event) {}
