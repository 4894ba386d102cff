package dev.weir.codec.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.anthropic.AnthropicChunkTable;
import dev.weir.codec.dialect.bedrock.BedrockErrors;
import dev.weir.codec.dialect.bedrock.ConverseChunkTable;
import dev.weir.codec.dialect.chat.ChatChunkTable;
import dev.weir.codec.json.Json;

/**
 * Classifies a Bedrock frame by the table of whoever made its chunk: Converse and the text models,
 * Anthropic, or chat. An exception is a terminal status; broken framing is a status.
 */
final class BedrockChunkTable implements ChunkTable {
  private final ChunkTable converse = new ConverseChunkTable();
  private final ChunkTable anthropic = new AnthropicChunkTable();
  private final ChunkTable chat = new ChatChunkTable();

  @Override
  public Chunk classify(Frame frame, Json json) {
    if (frame.event().equals(AwsStreamDecoder.MALFORMED)) {
      return Chunk.status(frame.event(), json.get("fatal").isTrue(), frame.data());
    }
    if (BedrockErrors.of(frame, json) != null) {
      String type = frame.event().isEmpty() ? "exception" : frame.event();
      return Chunk.status(type, /* isTerminal= */ true, frame.data());
    }
    return switch (BedrockShape.of(frame, json)) {
      case ANTHROPIC -> anthropic.classify(frame, json);
      case CHAT -> chat.classify(frame, json);
      case CONVERSE, TEXT_MODEL, UNKNOWN -> converse.classify(frame, json);
    };
  }
}
