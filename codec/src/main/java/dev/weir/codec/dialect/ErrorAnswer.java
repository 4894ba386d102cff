package dev.weir.codec.dialect;

import dev.weir.codec.json.JsonText;
import java.util.Map;

/**
 * A failed call as a dialect reports it.
 *
 * @param headers those that belong to the error
 * @param body JSON
 */
public record ErrorAnswer(int status, Map<String, String> headers, String body) {

  public ErrorAnswer {
    headers = Map.copyOf(headers);
  }

  public ErrorAnswer(int status, String body) {
    this(status, Map.of(), body);
  }

  /** The word for a status that OpenAI and Anthropic share. */
  public static String type(int status) {
    return switch (status) {
      case 400, 422 -> "invalid_request_error";
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 408, 504 -> "timeout_error";
      case 413 -> "request_too_large";
      case 429 -> "rate_limit_error";
      case 503, 529 -> "overloaded_error";
      default -> status < 500 ? "invalid_request_error" : "api_error";
    };
  }

  /** The body that OpenAI's dialects share. */
  public static ErrorAnswer openAi(int status, String message) {
    var json = new JsonText().beginObject().name("error").beginObject();
    json.field("message", message).field("type", type(status)).fieldOrNull("param", null);
    return new ErrorAnswer(
        status, json.field("code", type(status)).endObject().endObject().toString());
  }

  /** A body that holds the message and nothing else. */
  public static ErrorAnswer plain(int status, String field, String message) {
    return new ErrorAnswer(
        status, new JsonText().beginObject().field(field, message).endObject().toString());
  }
}
