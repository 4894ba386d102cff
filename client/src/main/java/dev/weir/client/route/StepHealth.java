package dev.weir.client.route;

/** What all streams of a route know of one step. Any thread may call. */
record StepHealth(Breaker breaker, Rest rest) {}
