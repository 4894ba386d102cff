package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.ScriptedReply;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What clients ask for before they ask anything else: the models, all or one, in each dialect's own
 * form. Any model will do, so there is one of any name.
 */
final class InfoReplies {
  /** The longer end of a path says more. */
  private static final Comparator<Meant> LEAST_MEANT_FIRST =
      Comparator.comparing(Meant::info, InfoPath.LEAST_MEANT_FIRST)
          .thenComparingInt(meant -> meant.info().end().length());

  private record Meant(ServerSide server, InfoPath info) {}

  private InfoReplies() {}

  static Optional<Reply> of(List<Dialect> dialects, HttpAsk ask, List<String> models) {
    return dialects.stream()
        .flatMap(dialect -> dialect.serverSide().stream())
        .flatMap(server -> server.infoPaths().stream().map(info -> new Meant(server, info)))
        .filter(meant -> isMeant(meant.info(), ask))
        .max(LEAST_MEANT_FIRST)
        .map(meant -> reply(meant, ask, models));
  }

  private static boolean isMeant(InfoPath info, HttpAsk ask) {
    return info.method().equals(ask.method())
        && info.isAt(ask.path())
        && info.isMeantBy(name -> !ask.header(name).isEmpty());
  }

  private static Reply reply(Meant meant, HttpAsk ask, List<String> models) {
    InfoPath info = meant.info();
    List<String> told = models;
    if (info.isOfOne()) {
      String model =
          info.pathModel(ask.path()).orElseGet(() -> InfoPath.bodyModel(AskedJson.of(ask)));
      if (model.isEmpty()) {
        return Place.error(meant.server(), /* status= */ 400, "model is required");
      }
      told = List.of(model);
    }
    return Reply.json(/* status= */ 200, info.body().of(told, ScriptedReply.CREATED_SECONDS));
  }
}
