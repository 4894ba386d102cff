package dev.weir.gateway.stream;

import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.HalfAnswers;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;

/**
 * The frames of a dialect. Half an answer never ends cleanly in it: whatever was cut, cancelled or
 * stalled is reported as a failure, because most dialects have no other word for it and their
 * clients would take what came for the whole.
 */
final class DialectFold implements Fold {
  private final AnswerNames names;
  private final DialectEncoder encoder;
  private final FrameSink out;

  DialectFold(AnswerNames names, DialectEncoder encoder, FrameSink out) {
    this.names = names;
    this.encoder = encoder;
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    if (event instanceof ResponseEnd end) {
      Verdict verdict = end.verdict();
      if (!verdict.isNatural() && verdict != Verdict.FAILED) {
        encoder.accept(new Fault(HalfAnswers.fault(verdict, end.word())), out::frame);
      }
      encoder.accept(names.named(verdict.isNatural() ? end : failed(end)), out::frame);
      out.end();
    } else {
      encoder.accept(names.named(event), out::frame);
    }
  }

  private static ResponseEnd failed(ResponseEnd end) {
    return new ResponseEnd(
        Verdict.FAILED, end.word(), end.usage(), end.passUsage(), end.reasoning());
  }
}
