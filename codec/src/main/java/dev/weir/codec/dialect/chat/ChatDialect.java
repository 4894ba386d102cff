package dev.weir.codec.dialect.chat;

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
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** OpenAI Chat Completions, which most other vendors' servers speak too. */
public final class ChatDialect extends Dialect implements Encoding, ClientSide {
  static final String WORD = "openai-chat";

  public ChatDialect() {
    super(WORD);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new ChatDecoder(writer, options.thinkTags());
  }

  @Override
  public ChunkTable chunkTable() {
    return new ChatChunkTable();
  }

  @Override
  public boolean isMarked(Json chunk) {
    return chunk.has("choices") || chunk.get("object").textOrEmpty().startsWith("chat.completion");
  }

  @Override
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return new ChatEncoder(options, source);
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return ChatRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return ChatNextRequest.of(response);
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new ChatServer());
  }

  @Override
  public boolean takesPrefill() {
    return true;
  }
}
