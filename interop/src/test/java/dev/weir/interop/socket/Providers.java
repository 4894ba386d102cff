package dev.weir.interop.socket;

import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import java.util.Map;

/** The providers' presets, all at one server that speaks every dialect. */
final class Providers {
  private Providers() {}

  static Provider.Builder at(String url, Dialect dialect) {
    return switch (dialect.word()) {
      case "openai-responses" -> at(url + "/v1", Preset.OPENAI);
      case "openai-chat" -> at(url + "/v1", Preset.OPENAI_CHAT);
      case "anthropic" -> at(url + "/v1", Preset.ANTHROPIC);
      case "gemini" -> at(url + "/v1beta", Preset.GEMINI);
      case "gemini-interactions" -> at(url + "/v1beta", Preset.GEMINI_INTERACTIONS);
      case "ollama" -> at(url, Preset.OLLAMA);
      case "cohere" -> at(url, Preset.COHERE);
      case "bedrock" -> at(url, Preset.BEDROCK);
      default -> throw new IllegalArgumentException("xAI is asked over gRPC");
    };
  }

  private static Provider.Builder at(String baseUrl, Preset preset) {
    return preset.provider(preset.word(), baseUrl, Map.of()).defaultModel("some-model");
  }
}
