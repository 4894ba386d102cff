package dev.weir.codec.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.anthropic.AnthropicDecoder;
import dev.weir.codec.dialect.bedrock.ConverseDecoder;
import dev.weir.codec.dialect.bedrock.TextModelDecoder;
import dev.weir.codec.json.Json;

/**
 * Whose chunks a Bedrock stream holds: Converse has its own, InvokeModel passes on what the model
 * says in its own protocol.
 */
enum BedrockShape {
  CONVERSE,
  ANTHROPIC,
  CHAT,
  TEXT_MODEL,
  UNKNOWN;

  static BedrockShape of(Frame frame, Json chunk) {
    if (ConverseDecoder.isMarked(frame, chunk)) {
      return CONVERSE;
    }
    if (AnthropicDecoder.isMarked(chunk)) {
      return ANTHROPIC;
    }
    Json choice = chunk.get("choices").at(0);
    if (choice.has("delta") || choice.has("message") || isChatObject(chunk)) {
      return CHAT;
    }
    return TextModelDecoder.isMarked(chunk) ? TEXT_MODEL : UNKNOWN;
  }

  private static boolean isChatObject(Json chunk) {
    return chunk.get("object").textOrEmpty().startsWith("chat.completion");
  }
}
