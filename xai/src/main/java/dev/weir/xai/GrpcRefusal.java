package dev.weir.xai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.JsonText;
import io.grpc.Status;

/**
 * A call that failed before its first message, in the form of the http response that means the
 * same, so that it is read, retried and reported like one.
 */
final class GrpcRefusal {
  private GrpcRefusal() {}

  /** The status that the mapping of gRPC codes to HTTP has for a code. */
  static int httpStatus(Status.Code code) {
    return switch (code) {
      case OK -> 200;
      case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, ABORTED -> 409;
      case RESOURCE_EXHAUSTED -> 429;
      case CANCELLED -> 499;
      case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
      case UNIMPLEMENTED -> 501;
      case UNAVAILABLE -> 503;
      case DEADLINE_EXCEEDED -> 504;
    };
  }

  static byte[] body(Status.Code code, String message) {
    var json = new JsonText().beginObject().name("error").beginObject();
    json.field("status", code.name()).field("message", message);
    return json.endObject().endObject().toString().getBytes(UTF_8);
  }
}
