package dev.weir.sim.dialect;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.registry.Dialects;
import java.util.Map;
import java.util.Optional;

/** How dialects are spoken to clients: by the codec, or, where it cannot, by this package. */
public final class SimulatedDialects {
  private static final Map<Dialect, Encoding> ENCODINGS =
      Map.of(
          Dialects.BEDROCK, (source, options) -> new ConverseEncoder(),
          Dialects.COHERE, (source, options) -> new CohereEncoder(),
          Dialects.GEMINI_INTERACTIONS, (source, options) -> new InteractionsEncoder());

  private SimulatedDialects() {}

  /** How scripts are streamed; absent where they cannot be. */
  public static Optional<Encoding> encoding(Dialect dialect) {
    return dialect.encoding().or(() -> Optional.ofNullable(ENCODINGS.get(dialect)));
  }

  /** How requests are taken; absent where the dialect has no requests over plain HTTP. */
  public static Optional<ServerSide> server(Dialect dialect) {
    return dialect.equals(Dialects.GEMINI_INTERACTIONS)
        ? Optional.of(new InteractionsServer())
        : dialect.serverSide();
  }
}
