package dev.weir.xai;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;

/**
 * xAI's chat service over gRPC. Its chunks are protobuf, which no other dialect needs, so it has a
 * module of its own and is found as a service.
 */
public final class XaiDialect extends Dialect implements ClientSide {
  static final String WORD = "xai";

  /** Made by the service loader. */
  public XaiDialect() {
    super(WORD);
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return new GrpcMessageDecoder(limits.maxFrameBytes());
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new XaiDecoder(writer);
  }

  @Override
  public ChunkTable chunkTable() {
    return new XaiChunkTable();
  }

  /** Its chunks are not JSON. */
  @Override
  public boolean isMarked(Json chunk) {
    return false;
  }

  @Override
  public boolean answersAt(String path) {
    return path.endsWith(XaiRequestWriter.PATH);
  }

  @Override
  public StreamForm streamForm() {
    return new StreamForm(
        "application/grpc",
        () -> frame -> GrpcMessageDecoder.message(frame.data().toSlice()),
        /* idle= */ "");
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return XaiRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return XaiNextRequest.of(response);
  }
}
