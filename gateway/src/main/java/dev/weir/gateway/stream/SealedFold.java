package dev.weir.gateway.stream;

import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.seal.SealOwner;
import dev.weir.codec.seal.SealedEvents;
import dev.weir.codec.seal.Seals;
import dev.weir.event.StreamEvent;

/** Gives a fold the events, with whatever only their provider can read put into seals. */
final class SealedFold implements Fold {
  private final SealedEvents sealing;
  private long atMillis;

  SealedFold(Seals seals, SealOwner owner, ReasoningCarrier carrier, Fold fold) {
    sealing = new SealedEvents(seals, owner, carrier, event -> fold.accept(event, atMillis));
  }

  @Override
  public void accept(StreamEvent event, long at) {
    atMillis = at;
    sealing.accept(event);
  }
}
