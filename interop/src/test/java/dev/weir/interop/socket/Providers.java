package dev.weir.interop.socket;

import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.codec.stream.Dialect;
import java.util.Map;

/** The providers' presets, all at one server that speaks every dialect. */
final class Providers {
  private Providers() {}

  static Provider.Builder at(String url, Dialect dialect) {
    return switch (dialect) {
      case OPENAI_RESPONSES -> at(url + "/v1", Preset.OPENAI);
      case OPENAI_CHAT -> at(url + "/v1", Preset.OPENAI_CHAT);
      case ANTHROPIC -> at(url + "/v1", Preset.ANTHROPIC);
      case GEMINI, GEMINI_INTERACTIONS -> at(url + "/v1beta", Preset.GEMINI);
      case OLLAMA -> at(url, Preset.OLLAMA);
      case COHERE -> at(url, Preset.COHERE);
      case BEDROCK -> at(url, Preset.BEDROCK);
      case XAI -> throw new IllegalArgumentException("xAI is asked over gRPC");
    };
  }

  private static Provider.Builder at(String baseUrl, Preset preset) {
    return preset.provider(preset.word(), baseUrl, Map.of()).defaultModel("some-model");
  }
}
