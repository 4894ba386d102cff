package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import java.util.List;

/**
 * Classifies a Bedrock frame by the table of its chunk's form: that of Converse and the text
 * models, or of the dialect that a model speaks itself. An exception is a terminal status; broken
 * framing is a status.
 */
final class BedrockChunkTable implements ChunkTable {

  private record Model(Dialect dialect, ChunkTable table) {}

  private final ChunkTable converse = new ConverseChunkTable();
  private final List<Model> models;

  BedrockChunkTable(List<Dialect> models) {
    this.models = models.stream().map(d -> new Model(d, d.chunkTable())).toList();
  }

  @Override
  public Chunk classify(Frame frame, Json json) {
    if (frame.event().equals(AwsStreamDecoder.MALFORMED)) {
      return Chunk.status(frame.event(), json.get("fatal").isTrue(), frame.data());
    }
    if (BedrockErrors.of(frame, json) != null) {
      String type = frame.event().isEmpty() ? "exception" : frame.event();
      return Chunk.status(type, /* isTerminal= */ true, frame.data());
    }
    boolean isOwn = ConverseDecoder.isMarked(frame, json) || TextModelDecoder.isMarked(json);
    return isOwn ? converse.classify(frame, json) : ofModel(frame, json);
  }

  private Chunk ofModel(Frame frame, Json json) {
    for (Model model : models) {
      if (model.dialect().isMarked(json)) {
        return model.table().classify(frame, json);
      }
    }
    return converse.classify(frame, json);
  }
}
