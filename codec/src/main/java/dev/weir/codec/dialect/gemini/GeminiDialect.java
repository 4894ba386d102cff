package dev.weir.codec.dialect.gemini;

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
import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** Gemini, at its own address and on Vertex. */
public final class GeminiDialect extends Dialect implements Encoding, ClientSide {
  static final String WORD = "gemini";

  public GeminiDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new GeminiDecoder(writer, options.limits());
  }

  @Override
  public ChunkTable chunkTable() {
    return new GeminiChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return GeminiDecoder.isMarked(chunk);
  }

  /** Its errors have a status word beside a number. */
  @Override
  public boolean isMarkedError(Json chunk) {
    Json error = chunk.get("error");
    return error.get("code").number() != null && error.get("status").text() != null;
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SniffedFraming.eventsOrArray(limits.maxFrameBytes());
  }

  @Override
  public StreamForm streamForm() {
    return StreamForm.CRLF_EVENTS;
  }

  @Override
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return new GeminiEncoder(options, source);
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return GeminiRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return GeminiNextRequest.of(response);
  }

  @Override
  public Optional<TokenCount> tokenCount() {
    return Optional.of(new GeminiTokenCount());
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new GeminiServer());
  }
}
