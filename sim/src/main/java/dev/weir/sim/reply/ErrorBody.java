package dev.weir.sim.reply;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.stream.Dialect;

/** Errors as each dialect puts them: as the body of a failed call, or inside a stream. */
public final class ErrorBody {
  private ErrorBody() {}

  /** A call that failed. */
  public static Reply of(Dialect dialect, int status, String message) {
    Reply reply = Reply.json(status, json(dialect, status, message));
    return dialect == Dialect.BEDROCK
        ? reply.withHeader("x-amzn-errortype", bedrockType(status))
        : reply;
  }

  private static String json(Dialect dialect, int status, String message) {
    var json = new JsonText().beginObject();
    switch (dialect) {
      case OPENAI_RESPONSES, OPENAI_CHAT -> {
        json.name("error").beginObject().field("message", message).field("type", type(status));
        json.name("param").value(Json.Null.NULL).field("code", type(status)).endObject();
      }
      case ANTHROPIC -> {
        json.field("type", "error").name("error").beginObject();
        json.field("type", type(status)).field("message", message).endObject();
      }
      case GEMINI, GEMINI_INTERACTIONS -> {
        json.name("error").beginObject().field("code", status).field("message", message);
        json.field("status", googleStatus(status)).endObject();
      }
      case OLLAMA -> json.field("error", message);
      case COHERE, BEDROCK, XAI -> json.field("message", message);
    }
    return json.endObject().toString();
  }

  /**
   * An error inside a stream that began well.
   *
   * @param sequenceNumber the number of this frame, where the dialect numbers them
   */
  public static byte[] frame(Dialect dialect, String message, long sequenceNumber) {
    String json = json(dialect, /* status= */ 529, message);
    String text =
        switch (dialect) {
          case OPENAI_RESPONSES ->
              "event: error\ndata: "
                  + new JsonText()
                      .beginObject()
                      .field("type", "error")
                      .field("code", type(529))
                      .field("message", message)
                      .fieldOrNull("param", null)
                      .field("sequence_number", sequenceNumber)
                      .endObject()
                  + "\n\n";
          case ANTHROPIC -> "event: error\ndata: " + json + "\n\n";
          case GEMINI -> "data: " + json + "\r\n\r\n";
          case OLLAMA -> json + "\n";
          case OPENAI_CHAT, GEMINI_INTERACTIONS, COHERE, BEDROCK, XAI -> "data: " + json + "\n\n";
        };
    return text.getBytes(UTF_8);
  }

  private static String type(int status) {
    return switch (status) {
      case 400, 422 -> "invalid_request_error";
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 408, 504 -> "timeout_error";
      case 413 -> "request_too_large";
      case 429 -> "rate_limit_error";
      case 503, 529 -> "overloaded_error";
      default -> "api_error";
    };
  }

  private static String googleStatus(int status) {
    return switch (status) {
      case 400 -> "INVALID_ARGUMENT";
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 404 -> "NOT_FOUND";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 503, 529 -> "UNAVAILABLE";
      case 504 -> "DEADLINE_EXCEEDED";
      default -> "INTERNAL";
    };
  }

  private static String bedrockType(int status) {
    return switch (status) {
      case 400, 422 -> "ValidationException";
      case 401, 403 -> "AccessDeniedException";
      case 404 -> "ResourceNotFoundException";
      case 429 -> "ThrottlingException";
      case 503, 529 -> "ServiceUnavailableException";
      default -> "InternalServerException";
    };
  }
}
