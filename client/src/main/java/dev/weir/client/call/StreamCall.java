package dev.weir.client.call;

/** A response being fetched. Any thread may call. */
public interface StreamCall {

  /**
   * Stops it: the upstream connection is closed, even before the first byte, and the sink gets the
   * end with the verdict CANCELLED, unless the response has already ended.
   */
  void cancel();

  /** Takes no further slice until {@link #resume}; what is on its way may still come. */
  void pause();

  /** Reads on after {@link #pause}. */
  void resume();
}
