package dev.weir.gateway.http;

import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.JsonText;

/** How a refusal is written: for each client in the dialect in which it asked. */
@FunctionalInterface
interface ErrorBody {
  /** Our own form. */
  ErrorBody OURS = ErrorBody::ours;

  ErrorAnswer of(int status, String code, String message);

  static ErrorBody of(ServerSide server) {
    return (status, code, message) -> server.error(status, message);
  }

  private static ErrorAnswer ours(int status, String code, String message) {
    var json = new JsonText().beginObject().name("error").beginObject();
    json.field("code", code).field("message", message);
    return new ErrorAnswer(status, json.endObject().endObject().toString());
  }
}
