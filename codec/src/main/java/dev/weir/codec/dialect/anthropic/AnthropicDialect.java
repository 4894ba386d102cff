package dev.weir.codec.dialect.anthropic;

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
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** Anthropic Messages. */
public final class AnthropicDialect extends Dialect implements Encoding, ClientSide {
  static final String WORD = "anthropic";

  public AnthropicDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new AnthropicDecoder(writer);
  }

  @Override
  public StreamForm streamForm() {
    return AnthropicServer.FORM;
  }

  @Override
  public ChunkTable chunkTable() {
    return new AnthropicChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return AnthropicDecoder.isMarked(chunk);
  }

  /** Both the chunk and the error have a type. */
  @Override
  public boolean isMarkedError(Json chunk) {
    return "error".equals(chunk.get("type").text())
        && chunk.get("error").get("type").textIfAny() != null
        && !chunk.get("error").has("code")
        && !chunk.has("sequence_number");
  }

  @Override
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return new AnthropicEncoder(options, source);
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return AnthropicRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return AnthropicNextRequest.of(response);
  }

  @Override
  public Optional<TokenCount> tokenCount() {
    return Optional.of(new AnthropicTokenCount());
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new AnthropicServer());
  }

  @Override
  public boolean takesPrefill() {
    return true;
  }
}
