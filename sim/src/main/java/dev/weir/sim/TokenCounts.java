package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.TokenCount;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import java.util.List;
import java.util.Optional;

/** How many tokens a request has, in each dialect's own form: as scripts count them. */
final class TokenCounts {
  private static final int CHARS_PER_TOKEN = 4;

  private TokenCounts() {}

  static Optional<Reply> of(List<Dialect> dialects, HttpAsk ask) {
    return dialects.stream()
        .flatMap(dialect -> dialect.tokenCount().stream())
        .filter(count -> ask.path().endsWith(end(count)))
        .findFirst()
        .map(count ->
            Reply.json(
                /* status= */ 200,
                count.answer(Math.max(1, ask.body().length() / CHARS_PER_TOKEN))));
  }

  /** What follows the version, or the model. */
  private static String end(TokenCount count) {
    int model = count.path().indexOf("MODEL");
    return model < 0
        ? count.path().substring(count.path().indexOf('/', 1))
        : count.path().substring(model + "MODEL".length());
  }
}
