package dev.weir.codec.stream;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import java.util.ServiceLoader;

/**
 * A dialect that takes a library of its own to read, so that it stands in a module of its own. The
 * module names its class in {@code META-INF/services}; it is looked for when a stream of the
 * dialect is opened, not before.
 */
public interface ForeignDialect {

  /** Under which name it is known here. */
  Dialect dialect();

  /** Cuts its bytes into frames. */
  Decoder<byte[], Frame> framing(Limits limits);

  DialectDecoder decoder(EventWriter writer);

  ChunkTable chunkTable();

  /**
   * The reader of a dialect.
   *
   * @throws IllegalStateException if its module is not there
   */
  static ForeignDialect of(Dialect dialect) {
    for (ForeignDialect known :
        ServiceLoader.load(ForeignDialect.class, ForeignDialect.class.getClassLoader())) {
      if (known.dialect() == dialect) {
        return known;
      }
    }
    throw new IllegalStateException(
        "Nothing on the class path reads %s; add weir-%s"
            .formatted(dialect.word(), dialect.word()));
  }
}
