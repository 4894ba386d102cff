package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import org.jspecify.annotations.Nullable;

/**
 * Finds the error that a frame of Bedrock stands for: an exception message of the event stream, the
 * same as a JSON line ({@code {"throttlingException": {…}}}), the model's own error, or the body of
 * a failed call.
 */
final class BedrockErrors {
  private static final String SUFFIX = "Exception";

  private BedrockErrors() {}

  static @Nullable StreamFault of(Frame frame, Json chunk) {
    if (frame.event().startsWith(AwsStreamDecoder.EXCEPTION)) {
      return fault(frame.event().substring(AwsStreamDecoder.EXCEPTION.length()), chunk);
    }
    for (var field : chunk.fields().entrySet()) {
      if (field.getKey().endsWith(SUFFIX) && field.getValue().isObject()) {
        return fault(field.getKey(), field.getValue());
      }
    }
    if (chunk.has("error") && !chunk.has("choices")) {
      return ProviderErrors.fault(chunk);
    }
    boolean isBody = frame.event().isEmpty() && !chunk.has("type");
    if (isBody && (chunk.get("message").text() != null || chunk.has("__type"))) {
      return fault(chunk.get("__type").textOrEmpty(), chunk);
    }
    return null;
  }

  private static StreamFault fault(String type, Json body) {
    String message = body.get("message").text();
    // Older services spell it with a capital letter.
    String words = message == null ? body.get("Message").text() : message;
    return new StreamFault(
        StreamFault.Kind.PROVIDER_ERROR,
        type.isEmpty() ? null : type,
        words == null ? EventWriter.preview(body.toText()) : words);
  }
}
