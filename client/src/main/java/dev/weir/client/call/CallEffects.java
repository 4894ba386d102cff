package dev.weir.client.call;

import dev.weir.client.transport.HttpCall;
import java.time.Duration;

/** What a {@link CallMachine} wants done. */
interface CallEffects {

  /** Tells the sink, and returns when it has taken it. */
  void tell(CallEvent event);

  /** How long telling has taken since the input came. */
  long blockedNanos();

  /** Begins an exchange; its inputs must carry its number. */
  void send(HttpCall call, int exchange);

  /** Sends what is not part of the call: its answer changes nothing. */
  void sendAside(HttpCall call);

  /** Cancels the exchange under way, if there is one. */
  void hangUp();

  /** Sets the call's only alarm, replacing the one that was set before. */
  void wakeAfter(Duration delay, int alarm);

  /** The call is over: no alarm is to ring. */
  void rest();
}
