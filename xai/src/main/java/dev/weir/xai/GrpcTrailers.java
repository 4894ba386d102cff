package dev.weir.xai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a gRPC call ended, in the form of gRPC-Web: lines of {@code name:value}.
 *
 * @param code the status in its own word: {@code RESOURCE_EXHAUSTED}
 */
record GrpcTrailers(String code, String message) {
  private static final String STATUS = "grpc-status";
  private static final String MESSAGE = "grpc-message";

  /**
   * The words of the status codes, by number. gRPC has them too, but whoever reads a file should
   * not need all of gRPC for that.
   */
  private static final List<String> CODES =
      List.of(
          "OK",
          "CANCELLED",
          "UNKNOWN",
          "INVALID_ARGUMENT",
          "DEADLINE_EXCEEDED",
          "NOT_FOUND",
          "ALREADY_EXISTS",
          "PERMISSION_DENIED",
          "RESOURCE_EXHAUSTED",
          "FAILED_PRECONDITION",
          "ABORTED",
          "OUT_OF_RANGE",
          "UNIMPLEMENTED",
          "INTERNAL",
          "UNAVAILABLE",
          "DATA_LOSS",
          "UNAUTHENTICATED");

  private static final String UNKNOWN = "UNKNOWN";

  boolean isOk() {
    return code.equals("OK");
  }

  static GrpcTrailers parse(Bytes lines) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : lines.toString().split("\\r?\\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.put(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip());
      }
    }
    String status = fields.getOrDefault(STATUS, "");
    int number = status.matches("\\d{1,3}") ? Integer.parseInt(status) : CODES.size();
    String code = number < CODES.size() ? CODES.get(number) : UNKNOWN;
    String said = fields.getOrDefault(MESSAGE, "");
    return new GrpcTrailers(code, said.isEmpty() ? "The call ended as " + code : unescaped(said));
  }

  private static String unescaped(String message) {
    try {
      return URLDecoder.decode(message.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException notEscaped) {
      return message;
    }
  }

  /** The bytes that {@link #parse} reads. */
  static byte[] write(int code, String message) {
    String line = message.replaceAll("\\s+", " ").replace("%", "%25");
    return "%s:%d\r\n%s:%s\r\n".formatted(STATUS, code, MESSAGE, line).getBytes(UTF_8);
  }
}
