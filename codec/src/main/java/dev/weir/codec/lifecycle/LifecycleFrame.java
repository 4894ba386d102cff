package dev.weir.codec.lifecycle;

import dev.weir.codec.Frame;

/**
 * One server-sent event of the lifecycle.
 *
 * @param id from 1, for a client that resumes; 0 for a frame that has none, such as the last
 * @param data one line of JSON, or {@code [DONE]}
 */
public record LifecycleFrame(long id, String data) {
  static final LifecycleFrame DONE = new LifecycleFrame(0, "[DONE]");

  static LifecycleFrame of(Frame frame) {
    return frame.id().isEmpty()
        ? DONE
        : new LifecycleFrame(Long.parseLong(frame.id()), frame.data().toString());
  }

  /** Whether it is the last one, {@code [DONE]}. */
  public boolean isDone() {
    return data.equals(DONE.data);
  }

  /** The frame as it goes over the wire, with its blank line. */
  public String toText() {
    return id == 0 ? "data: " + data + "\n\n" : "id: " + id + "\ndata: " + data + "\n\n";
  }
}
