package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.awsstream.InvokeUnwrapper;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.List;
import java.util.Optional;

/** Amazon Bedrock: Converse, and whatever a model says in its own protocol behind InvokeModel. */
public final class BedrockDialect extends Dialect implements ClientSide {
  static final String WORD = "bedrock";
  private final List<Dialect> models;

  /**
   * @param models the dialects that models behind InvokeModel speak themselves
   */
  public BedrockDialect(List<Dialect> models) {
    super(WORD);
    this.models = List.copyOf(models);
  }

  @Override
  public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
    return new BedrockDecoder(writer, options, models);
  }

  @Override
  public ChunkTable chunkTable() {
    return new BedrockChunkTable(models);
  }

  @Override
  public boolean isMarked(Json chunk) {
    boolean isWrapped = chunk.get("bytes").text() != null || chunk.get("chunk").has("bytes");
    return isWrapped || ConverseDecoder.isMarked(Frame.data(""), chunk);
  }

  @Override
  public boolean isMarkedHead(byte[] head) {
    return AwsStreamDecoder.isPrelude(head);
  }

  @Override
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SniffedFraming.messagesOrLines(limits.maxFrameBytes()).then(new InvokeUnwrapper(limits));
  }

  @Override
  public boolean answersAt(String path) {
    return super.answersAt(path) || path.endsWith("/invoke-with-response-stream");
  }

  @Override
  public StreamForm streamForm() {
    return ConverseServer.FORM;
  }

  @Override
  public Rendered write(Request request, String modelName, Style style) {
    return ConverseRequestWriter.write(request, modelName, style);
  }

  @Override
  public String nextRequest(Response response) {
    return ConverseNextRequest.of(response);
  }

  @Override
  public Optional<ServerSide> serverSide() {
    return Optional.of(new ConverseServer());
  }

  @Override
  public boolean takesPrefill() {
    return true;
  }
}
