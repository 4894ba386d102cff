package dev.weir.bench;

import dev.weir.bench.stream.AnthropicStream;
import dev.weir.bench.stream.ChatStream;
import dev.weir.bench.stream.GeminiStream;
import dev.weir.bench.stream.ProviderStream;
import dev.weir.bench.stream.ResponsesStream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;

/** A stream that several decoders are measured on. */
public enum Course {
  CHAT("OpenAI chat", "openai-chat"),
  RESPONSES("OpenAI Responses", "openai-responses"),
  ANTHROPIC("Anthropic", "anthropic"),
  GEMINI("Gemini", "gemini");

  private final String label;
  private final String dialect;

  Course(String label, String dialect) {
    this.label = label;
    this.dialect = dialect;
  }

  String label() {
    return label;
  }

  Dialect dialect() {
    return Dialects.of(dialect).orElseThrow();
  }

  ProviderStream stream() {
    return switch (this) {
      case CHAT -> ChatStream.create();
      case RESPONSES -> ResponsesStream.create();
      case ANTHROPIC -> AnthropicStream.create();
      case GEMINI -> GeminiStream.create();
    };
  }
}
