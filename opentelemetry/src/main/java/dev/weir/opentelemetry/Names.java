package dev.weir.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** The names of the GenAI conventions, as their repository of October 2026 has them. */
final class Names {
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
  static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
  static final AttributeKey<String> RESPONSE_MODEL =
      AttributeKey.stringKey("gen_ai.response.model");
  static final AttributeKey<String> RESPONSE_ID = AttributeKey.stringKey("gen_ai.response.id");
  static final AttributeKey<List<String>> FINISH_REASONS =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
  static final AttributeKey<Double> FIRST_CHUNK =
      AttributeKey.doubleKey("gen_ai.response.time_to_first_chunk");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
  static final AttributeKey<String> CALL_ID = AttributeKey.stringKey("gen_ai.tool.call.id");

  static final String CHAT = "chat";
  static final String EXECUTE_TOOL = "execute_tool";
  static final String INPUT = "input_tokens";
  static final String OUTPUT = "output_tokens";
  static final String CACHE_READ = "cache_read.input_tokens";
  static final String CACHE_WRITE = "cache_write.input_tokens";
  static final String REASONING = "reasoning.output_tokens";

  private Names() {}
}
