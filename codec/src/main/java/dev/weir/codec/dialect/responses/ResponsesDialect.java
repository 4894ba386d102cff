package dev.weir.codec.dialect.responses;

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
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** OpenAI Responses. */
public final class ResponsesDialect extends Dialect implements Encoding, ClientSide {
  static final String WORD = "openai-responses";

  public ResponsesDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new ResponsesDecoder(writer, options.limits());
  }

  @Override
  public ChunkTable chunkTable() {
    return new ResponsesChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    String type = chunk.get("type").textOrEmpty();
    return type.startsWith("response.")
        || "response".equals(chunk.get("object").text())
        || (type.equals("error") && chunk.has("sequence_number"));
  }

  /** A response that is only stored ends with its connection; one in the background goes on. */
  @Override
  public Optional<Resuming> resuming(Json body) {
    return body.get("background").isTrue()
        ? Optional.of(new ResponsesResuming())
        : Optional.empty();
  }

  /** A response that is kept can be read again under its id. */
  @Override
  public boolean answersAt(String path) {
    int last = path.lastIndexOf('/');
    return super.answersAt(path) || (last > 0 && super.answersAt(path.substring(0, last)));
  }

  @Override
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return new ResponsesEncoder(options, source);
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return ResponsesRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return ResponsesNextRequest.of(response);
  }

  @Override
  public Optional<TokenCount> tokenCount() {
    return Optional.of(new ResponsesTokenCount());
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new ResponsesServer());
  }
}
