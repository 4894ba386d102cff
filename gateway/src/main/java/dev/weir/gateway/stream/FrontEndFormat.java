package dev.weir.gateway.stream;

import dev.weir.codec.dialect.HalfAnswers;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.seal.Seals;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A stream as a third-party front end reads it.
 *
 * @param seals for what only the provider can read: front ends keep it and send it back
 */
record FrontEndFormat(FrontEnd frontEnd, Seals seals) implements Format {

  @Override
  public String word() {
    return frontEnd.word();
  }

  @Override
  public StreamForm form() {
    return StreamForm.EVENTS;
  }

  @Override
  public Map<String, String> headers() {
    return frontEnd.headers();
  }

  @Override
  public Fold fold(StreamDescription about, FrameSink out) {
    Consumer<StreamEvent> encoder = frontEnd.encoder(about.place(), out::frame);
    Fold fold = (event, atMillis) -> tell(event, encoder, out);
    return about.inTodaysWords(
        about
            .sealOwner()
            .<Fold>map(owner -> new SealedFold(seals, owner, ReasoningCarrier.ENCRYPTED, fold))
            .orElse(fold));
  }

  private static void tell(StreamEvent event, Consumer<StreamEvent> encoder, FrameSink out) {
    if (event instanceof ResponseEnd end) {
      Verdict verdict = end.verdict();
      if (!verdict.isNatural() && verdict != Verdict.FAILED) {
        encoder.accept(new Fault(HalfAnswers.fault(verdict, end.word())));
      }
      encoder.accept(end);
      out.end();
    } else {
      encoder.accept(event);
    }
  }
}
