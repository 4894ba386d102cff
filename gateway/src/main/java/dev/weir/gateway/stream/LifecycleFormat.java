package dev.weir.gateway.stream;

import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.lifecycle.LifecycleOptions;

/**
 * The lifecycle of a turn.
 *
 * @param openAiText whether its text comes as OpenAI's chat chunks
 */
record LifecycleFormat(boolean openAiText) implements Format {

  @Override
  public String word() {
    return openAiText ? "openai" : "lifecycle";
  }

  @Override
  public StreamForm form() {
    return StreamForm.EVENTS;
  }

  /** The lifecycle needs the meaning of what is kept, so it gets it as current events. */
  @Override
  public Fold fold(StreamDescription about, FrameSink out) {
    var options = about.told(new LifecycleOptions(openAiText));
    return about.inTodaysWords(new LifecycleFold(options, out));
  }
}
