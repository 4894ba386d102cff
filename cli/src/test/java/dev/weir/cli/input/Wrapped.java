package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.JsonText;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Bytes in the wrappings that programs put around them. */
final class Wrapped {
  private Wrapped() {}

  /** Makes a stream of another that packs it. */
  interface Packer {
    OutputStream over(OutputStream out) throws IOException;
  }

  static byte[] gzip(byte[] bytes) {
    return packed(bytes, GZIPOutputStream::new);
  }

  static byte[] zlib(byte[] bytes) {
    return packed(bytes, DeflaterOutputStream::new);
  }

  static byte[] zstd(byte[] bytes) {
    return packed(bytes, ZstdOutputStream::new);
  }

  private static byte[] packed(byte[] bytes, Packer packer) {
    var out = new ByteArrayOutputStream();
    try (OutputStream packing = packer.over(out)) {
      packing.write(bytes);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return out.toByteArray();
  }

  /** As {@code curl -i} writes it, with these headers. */
  static byte[] http(byte[] body, String... headers) {
    return joined(("HTTP/1.1 200 OK\r\n" + String.join("\r\n", headers) + "\r\n\r\n"), body);
  }

  /** In chunks of http, as {@code curl --raw} writes them. */
  static byte[] chunked(byte[] body, int size) {
    var out = new ByteArrayOutputStream();
    for (int from = 0; from < body.length; from += size) {
      int length = Math.min(size, body.length - from);
      out.writeBytes("%x;ext=1\r\n".formatted(length).getBytes(ISO_8859_1));
      out.write(body, from, length);
      out.writeBytes("\r\n".getBytes(ISO_8859_1));
    }
    out.writeBytes("0\r\nTrailer: t\r\n\r\n".getBytes(ISO_8859_1));
    return out.toByteArray();
  }

  /** As {@code curl --trace --trace-time} writes it: the body a second after the request. */
  static String trace(byte[] body, boolean timed) {
    String time = timed ? "23:59:59.500000 " : "";
    String later = timed ? "00:00:00.500000 " : "";
    String head = "HTTP/1.1 200 OK\r\n";
    String type = "content-type: text/event-stream\r\n";
    return time
        + "== Info:   Trying 127.0.0.1:9...\n"
        + block(time + "=> Send header", "POST /v1/x?key=sk-secret-1 HTTP/1.1\r\nHost: h\r\n\r\n")
        + block(later + "<= Recv header", head)
        + block(later + "<= Recv header", type)
        + block(later + "<= Recv header", "\r\n")
        + block(later + "<= Recv data", body)
        + later
        + "== Info: Connection #0 to host h left intact\n";
  }

  private static String block(String head, String bytes) {
    return block(head, bytes.getBytes(ISO_8859_1));
  }

  private static String block(String head, byte[] bytes) {
    var text = new StringBuilder();
    text.append("%s, %d bytes (0x%x)\n".formatted(head, bytes.length, bytes.length));
    for (int from = 0; from < bytes.length; from += 16) {
      var numbers = new StringBuilder();
      var letters = new StringBuilder();
      for (int i = from; i < Math.min(bytes.length, from + 16); i++) {
        numbers.append("%02x ".formatted(bytes[i]));
        letters.append(bytes[i] >= ' ' && bytes[i] < 0x7F ? (char) bytes[i] : '.');
      }
      text.append(
          String.format(Locale.ROOT, "%04x: %-48s%s%n", from, numbers, letters).replace("\r", ""));
    }
    return text.toString();
  }

  /** One entry of a HAR file. */
  static String harEntry(String url, int status, String type, String content) {
    return """
    {"startedDateTime":"2026-01-02T03:04:05.000Z","request":{"method":"POST","url":%s,"headers":[\
    {"name":"Authorization","value":"Bearer sk-secret-123"}]},"response":{"status":%d,"headers":[],\
    "content":{"mimeType":"%s",%s}}}\
    """
        .formatted(new JsonText().value(url), status, type, content);
  }

  static String har(String... entries) {
    return "{\n  \"log\": {\"version\":\"1.2\",\"creator\":{},\"entries\":[\n"
        + String.join(",", entries)
        + "]}}";
  }

  static String textContent(byte[] body) {
    return "\"text\":" + new JsonText().value(new String(body, UTF_8));
  }

  static String base64Content(byte[] body) {
    return "\"encoding\":\"base64\",\"text\":\"" + base64(body) + "\"";
  }

  static String base64(byte[] body) {
    return Base64.getEncoder().encodeToString(body);
  }

  /** As Python's vcrpy writes it. */
  static String pythonCassette(byte[] body) {
    return """
    interactions:
    - request:
        body: '{"model":"m"}'
        headers:
          authorization:
          - Bearer sk-secret-123
        method: POST
        uri: https://api.example.com/v1/chat/completions?key=sk-secret-123
      response:
        body:
          string: %s
        headers:
          Content-Type:
          - text/event-stream
        status:
          code: 200
          message: OK
    version: 1
    """
        .formatted(new JsonText().value(new String(body, UTF_8)));
  }

  /** As Ruby's VCR writes bytes that are not text. */
  static String rubyCassette(byte[] body) {
    return """
    ---
    http_interactions:
    - request:
        method: post
        uri: https://api.example.com/v1/messages
        body:
          encoding: UTF-8
          string: ''
        headers: {}
      response:
        status:
          code: 200
          message: OK
        headers:
          Content-Type:
          - text/event-stream
        body:
          encoding: ASCII-8BIT
          string: !binary |-
            %s
      recorded_at: Tue, 01 Nov 2011 04:58:44 GMT
    recorded_with: VCR 6.3.1
    """
        .formatted(base64(body));
  }

  /** As Go's go-vcr writes it. */
  static String goCassette(byte[] body) {
    return """
    ---
    version: 2
    interactions:
        - id: 0
          request:
            body: '{}'
            url: https://api.example.com/v1/chat/completions
            method: POST
          response:
            body: |
    %s
            headers:
                Content-Type:
                    - text/event-stream
            status: 200 OK
            code: 200
            duration: 1.2s
    """
        .formatted(new String(body, UTF_8).indent(12));
  }

  /** As JSON, in the manner of Elixir's exvcr. */
  static String elixirCassette(byte[] body) {
    return """
    [
      {
        "request": {"method": "post", "url": "https://api.example.com/v1/x", "headers": {}},
        "response": {"binary": false, "status_code": 200, "headers": {}, "body": %s}
      }
    ]
    """
        .formatted(new JsonText().value(new String(body, UTF_8)));
  }

  static byte[] joined(String head, byte[] body) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }
}
