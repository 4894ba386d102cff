package dev.weir.gateway.stream;

import dev.weir.codec.dialect.StreamForm;

/** The events themselves, as they were written, so that their frames never change. */
record EventsFormat() implements Format {

  @Override
  public String word() {
    return "events";
  }

  @Override
  public StreamForm form() {
    return StreamForm.EVENTS;
  }

  @Override
  public Fold fold(StreamDescription about, FrameSink out) {
    return new EventsFold(out);
  }
}
