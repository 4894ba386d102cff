package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.ScriptedReply;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What clients ask for before they ask anything else: the models, in each dialect's own form. */
final class InfoReplies {
  private InfoReplies() {}

  static Optional<Reply> of(List<Dialect> dialects, HttpAsk ask, List<String> models) {
    return dialects.stream()
        .flatMap(dialect -> dialect.serverSide().stream())
        .map(ServerSide::infoPaths)
        .flatMap(List::stream)
        .filter(info -> !info.isOfOne() && isMeant(info, ask))
        .max(MOST_MEANT)
        .map(info ->
            Reply.json(/* status= */ 200, info.body().of(models, ScriptedReply.CREATED_SECONDS)));
  }

  /**
   * Where dialects share a path, one that asks for a header wins, then the one with the longer end.
   */
  private static final Comparator<InfoPath> MOST_MEANT =
      Comparator.<InfoPath, Boolean>comparing(info -> !info.headers().isEmpty())
          .thenComparingInt(info -> info.end().length());

  private static boolean isMeant(InfoPath info, HttpAsk ask) {
    boolean isOurs =
        info.headers().isEmpty()
            || info.headers().stream().anyMatch(header -> !ask.header(header).isEmpty());
    return ask.path().endsWith(info.end()) && isOurs;
  }
}
