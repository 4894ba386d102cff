package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** Cohere's chat, in both of its versions. */
public final class CohereDialect extends Dialect implements ClientSide {
  static final String WORD = "cohere";

  public CohereDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new CohereDecoder(writer, options.limits());
  }

  @Override
  public ChunkTable chunkTable() {
    return new CohereChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return CohereDecoder.isMarked(chunk);
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SniffedFraming.eventsOrLines(limits.maxFrameBytes());
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return CohereRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return CohereNextRequest.of(response);
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new CohereServer());
  }
}
