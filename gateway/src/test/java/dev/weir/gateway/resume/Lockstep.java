package dev.weir.gateway.resume;

import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.event.StreamEvent;
import dev.weir.gateway.ScriptedUpstream;
import java.util.ArrayList;
import java.util.List;

/** An answer that a provider says only so far as somebody asks for its frames. */
final class Lockstep {
  private final List<StreamEvent> events;
  private final List<Integer> framesAfter = new ArrayList<>();
  private final ScriptedUpstream.Call call;
  private int said;

  Lockstep(List<StreamEvent> events, ScriptedUpstream.Call call) {
    this.events = events;
    this.call = call;
    int[] frames = {0};
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> frames[0]++);
    for (StreamEvent event : events) {
      encoder.accept(event, /* atMillis= */ 0);
      framesAfter.add(frames[0]);
    }
  }

  /** Says no more than is needed for so many frames of the lifecycle. */
  synchronized void until(int frames) {
    while (said < events.size() && (said == 0 || framesAfter.get(said - 1) < frames)) {
      call.say(events.get(said));
      said++;
    }
  }

  void all() {
    until(Integer.MAX_VALUE);
  }
}
