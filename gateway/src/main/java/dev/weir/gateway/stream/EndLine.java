package dev.weir.gateway.stream;

import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.log.metrics.MetricsRecord;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;

/** What the diagnostics say of a stream that has ended. */
final class EndLine {
  private static final Logger LOG = System.getLogger(Streams.class.getName());

  private EndLine() {}

  /** One line for each stream: at a level that is shown if something went wrong on the way. */
  static void say(LiveStream stream) {
    List<Tries> passes = stream.tries();
    String lost = lost(stream.passes()) + lostFields(stream.lost());
    boolean isQuiet = lost.isEmpty() && passes.stream().allMatch(pass -> pass.problems().isEmpty());
    Level level = isQuiet ? Level.DEBUG : Level.INFO;
    if (!LOG.isLoggable(level)) {
      return;
    }
    LOG.log(
        level,
        "Stream {0}: {1} of {2}; passes: {3}, tries: {4}, requests: {5}{6}",
        stream.about().id(),
        stream.verdict(),
        stream.about().provider(),
        passes.size(),
        passes.stream().mapToInt(Tries::count).sum(),
        passes.stream().map(Tries::requestId).filter(Objects::nonNull).toList(),
        lost);
  }

  private static String lostFields(List<RequestLoss> lost) {
    return lost.isEmpty() ? "" : ", lost of the request: " + LostFields.inHeader(lost);
  }

  private static String lost(List<MetricsRecord> passes) {
    List<Sequence> gaps =
        passes.stream()
            .map(pass -> pass.metrics().sequence())
            .filter(Objects::nonNull)
            .filter(s -> s.gaps() > 0)
            .toList();
    return gaps.isEmpty()
        ? ""
        : ", chunks lost: %,d, texts repaired: %,d, gaps left: %,d"
            .formatted(
                gaps.stream().mapToLong(Sequence::lost).sum(),
                gaps.stream().mapToLong(Sequence::repaired).sum(),
                gaps.stream().mapToLong(Sequence::unrepaired).sum());
  }
}
