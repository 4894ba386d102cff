package dev.weir.codec.dialect.interactions;

import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.RequestReader;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** Gemini Interactions. Weir asks in it, but is not asked in it. */
public final class InteractionsDialect extends Dialect implements ClientSide {
  static final String WORD = "gemini-interactions";
  static final String PATH = "/interactions";

  public InteractionsDialect() {
    super(WORD);
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

  /** An interaction that is kept can be read again under its id. */
  @Override
  public boolean answersAt(String path) {
    int last = path.lastIndexOf('/');
    return path.endsWith(PATH) || (last > 0 && path.substring(0, last).endsWith(PATH));
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return InteractionsRequestWriter.write(request, modelName, style);
  }

  @Override
  public Optional<RequestReader> requestReader() {
    return Optional.of(InteractionsRequestReader::read);
  }

  @Override
  public String nextRequest(Response response) {
    return InteractionsNextRequest.of(response);
  }

  /** An interaction in the background goes on without a connection. */
  @Override
  public Optional<Resuming> resuming(Json body) {
    return body.get("background").isTrue()
        ? Optional.of(new InteractionsResuming())
        : Optional.empty();
  }
}
