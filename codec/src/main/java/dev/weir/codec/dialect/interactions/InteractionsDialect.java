package dev.weir.codec.dialect.interactions;

import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;

/**
 * Gemini Interactions. Weir does not ask in it: its next request names the interaction before it,
 * which the provider keeps.
 */
public final class InteractionsDialect extends Dialect {

  public InteractionsDialect() {
    super("gemini-interactions");
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new InteractionsDecoder(writer, options.limits());
  }

  @Override
  public ChunkTable chunkTable() {
    return new InteractionsChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return InteractionsDecoder.isMarked(chunk);
  }

  @Override
  public boolean answersAt(String path) {
    return path.endsWith("/interactions");
  }
}
