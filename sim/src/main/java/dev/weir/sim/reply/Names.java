package dev.weir.sim.reply;

import dev.weir.codec.stream.Dialect;
import dev.weir.sim.script.Seal;

/** How each dialect calls its things on the wire. */
final class Names {
  private Names() {}

  static String responseId(Dialect dialect, String key) {
    return switch (dialect) {
      case OPENAI_RESPONSES -> "resp_" + key;
      case OPENAI_CHAT -> "chatcmpl-" + key;
      case ANTHROPIC -> "msg_" + key;
      case GEMINI, GEMINI_INTERACTIONS, BEDROCK, OLLAMA, COHERE, XAI -> key;
    };
  }

  static Seal seal(Dialect dialect) {
    return switch (dialect) {
      case OPENAI_RESPONSES, XAI -> Seal.ENCRYPTED;
      case ANTHROPIC, GEMINI, BEDROCK -> Seal.SIGNATURE;
      case OPENAI_CHAT, GEMINI_INTERACTIONS, OLLAMA, COHERE -> Seal.NONE;
    };
  }

  static String contentType(Dialect dialect) {
    return switch (dialect) {
      case OLLAMA -> "application/x-ndjson";
      case BEDROCK -> "application/vnd.amazon.eventstream";
      case XAI -> "application/grpc";
      case OPENAI_RESPONSES, OPENAI_CHAT, ANTHROPIC, GEMINI, GEMINI_INTERACTIONS, COHERE ->
          "text/event-stream; charset=utf-8";
    };
  }
}
