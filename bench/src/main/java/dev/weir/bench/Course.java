package dev.weir.bench;

import dev.weir.bench.stream.AnthropicStream;
import dev.weir.bench.stream.ChatStream;
import dev.weir.bench.stream.Content;
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
  GEMINI("Gemini", "gemini"),
  CHAT_ARGUMENTS("Arguments of a call, OpenAI chat", "openai-chat", Content.ARGUMENTS),
  RESPONSES_ARGUMENTS("Arguments, OpenAI Responses", "openai-responses", Content.ARGUMENTS),
  ANTHROPIC_ARGUMENTS("Arguments, Anthropic", "anthropic", Content.ARGUMENTS),
  CHAT_REASONING("Reasoning, chat (`reasoning_content`)", "openai-chat", Content.REASONING),
  RESPONSES_REASONING("Reasoning, OpenAI Responses", "openai-responses", Content.REASONING),
  ANTHROPIC_REASONING("Reasoning, Anthropic", "anthropic", Content.REASONING);

  private final String label;
  private final String dialect;
  private final Content content;

  Course(String label, String dialect) {
    this(label, dialect, Content.TEXT);
  }

  Course(String label, String dialect, Content content) {
    this.label = label;
    this.dialect = dialect;
    this.content = content;
  }

  String label() {
    return label;
  }

  Dialect dialect() {
    return Dialects.of(dialect).orElseThrow();
  }

  ProviderStream stream() {
    return switch (this) {
      case CHAT, CHAT_ARGUMENTS, CHAT_REASONING -> ChatStream.create(content);
      case RESPONSES, RESPONSES_ARGUMENTS, RESPONSES_REASONING -> ResponsesStream.create(content);
      case ANTHROPIC, ANTHROPIC_ARGUMENTS, ANTHROPIC_REASONING -> AnthropicStream.create(content);
      case GEMINI -> GeminiStream.create();
    };
  }
}
