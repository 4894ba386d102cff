package dev.weir.gateway.stream;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The names under which clients of a dialect know an answer. A provider of the same dialect has
 * named it already; where clients come back with the name, it has to be ours nevertheless.
 */
record AnswerNames(EventSource source, ServerSide server, StreamDescription about) {

  /** The event as those clients see it. */
  StreamEvent named(StreamEvent event) {
    return switch (event) {
      case ResponseStart start ->
          new ResponseStart(id(start.responseId()), start.modelName(), start.alternatives());
      case ResponseProgress progress ->
          new ResponseProgress(
              progress.status(),
              progress.responseId() == null ? null : id(progress.responseId()),
              progress.modelName());
      case ResponseEnd end -> counted(end);
      case StreamEvent.BlockStart other -> other;
      case StreamEvent.BlockDelta other -> other;
      case StreamEvent.BlockEnd other -> other;
      case StreamEvent.Annotation other -> other;
      case StreamEvent.ToolProgress other -> other;
      case StreamEvent.UsageUpdate other -> other;
      case StreamEvent.SequenceGap other -> other;
      case StreamEvent.BlockRepair other -> other;
      case StreamEvent.UnrepairedGap other -> other;
      case StreamEvent.FailedTry other -> other;
      case StreamEvent.Seam other -> other;
      case StreamEvent.OutputEnd other -> other;
      case StreamEvent.Unrecognized other -> other;
      case StreamEvent.Fault other -> other;
      case StreamEvent.PassStart other -> other;
      case StreamEvent.PassEnd other -> other;
    };
  }

  private @Nullable String id(@Nullable String theirs) {
    return source.sameDialect() && !server.keepsResponses()
        ? theirs
        : server.responseId(about.id());
  }

  private ResponseEnd counted(ResponseEnd end) {
    Usage usage = end.usage();
    return source.sameDialect() || usage == null
        ? end
        : new ResponseEnd(
            end.verdict(), end.word(), server.fullUsage(usage), end.passUsage(), end.reasoning());
  }
}
