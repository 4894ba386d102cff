package dev.weir.xai;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.ForeignDialect;

/** Brings xAI's protobuf chunks to the codec, which finds this class as a service. */
public final class XaiDialect implements ForeignDialect {

  @Override
  public Dialect dialect() {
    return Dialect.XAI;
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return new GrpcMessageDecoder(limits.maxFrameBytes());
  }

  @Override
  public DialectDecoder decoder(EventWriter writer) {
    return new XaiDecoder(writer);
  }

  @Override
  public ChunkTable chunkTable() {
    return new XaiChunkTable();
  }
}
