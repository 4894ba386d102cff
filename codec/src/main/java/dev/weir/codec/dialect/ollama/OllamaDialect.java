package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** Ollama. */
public final class OllamaDialect extends Dialect implements Encoding, ClientSide {
  static final String WORD = "ollama";

  public OllamaDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new OllamaDecoder(writer);
  }

  @Override
  public ChunkTable chunkTable() {
    return new OllamaChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return OllamaDecoder.isMarked(chunk);
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SniffedFraming.eventsOrLines(limits.maxFrameBytes());
  }

  @Override
  public StreamForm streamForm() {
    return StreamForm.LINES;
  }

  @Override
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return new OllamaEncoder(options, source);
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return OllamaRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return OllamaNextRequest.of(response);
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new OllamaServer());
  }

  @Override
  public boolean takesPrefill() {
    return true;
  }
}
