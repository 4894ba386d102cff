package dev.weir.terminal;

import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Events that a finished response might have come from, for responses that were never streamed. */
final class ResponseEvents {
  private ResponseEvents() {}

  static List<StreamEvent> of(Response response) {
    List<StreamEvent> events = new ArrayList<>();
    events.add(
        new StreamEvent.ResponseStart(
            response.responseId(), response.modelName(), !response.alternatives().isEmpty()));
    for (Response.Block block : response.blocks()) {
      events.add(
          new BlockStart(
              block.block(),
              block.kind(),
              block.id(),
              block.name(),
              block.synthetic(),
              block.origin()));
      for (int part = 0; part < block.parts().size(); part++) {
        events.add(new BlockDelta(block.block(), part, block.parts().get(part)));
      }
      block
          .annotations()
          .forEach(json -> events.add(new StreamEvent.Annotation(block.block(), "mark", json)));
      events.add(new BlockEnd(block.block(), block.complete(), null, null, null, null));
    }
    response.faults().forEach(fault -> events.add(new StreamEvent.Fault(fault)));
    Verdict verdict = response.verdict();
    events.add(
        new StreamEvent.ResponseEnd(
            verdict == null ? Verdict.TRUNCATED : verdict, response.word(), response.usage()));
    return events;
  }
}
