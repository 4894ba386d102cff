package dev.weir.gateway.resume;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client whose connection ends at random bytes: in the head, between frames, in a frame, in a
 * character. It keeps whole frames and asks for what follows them.
 */
final class JitterClient {
  private static final int MOST_CUTS = 24;
  private static final int NO_CUT = 1 << 30;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Pattern STREAM = Pattern.compile("(?i)\r\nweir-stream-id: (\\w+)");

  private final List<Integer> ports;
  private int port;
  private final Random random;
  private final StringBuilder transcript = new StringBuilder();
  private String streamId;
  private String lastId = "";
  private int connections;
  private int cutsInFrames;
  private int cutsInCharacters;

  /** Asks now here and now there. */
  JitterClient(List<Integer> ports, Random random, String streamId) {
    this.ports = ports;
    this.port = ports.get(random.nextInt(ports.size()));
    this.random = random;
    this.streamId = streamId;
  }

  /** Begins a stream, and reads how it begins. */
  static JitterClient asking(List<Integer> ports, Random random, String body) throws IOException {
    var client = new JitterClient(ports, random, "");
    String request =
        "POST /v1/chat HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s%s"
            .formatted(body.length(), client.commonHeaders(), body);
    // Only the head names the stream, so that it must come whole.
    client.exchange(request, /* headCut= */ NO_CUT, client.bodyCut());
    return client;
  }

  String streamId() {
    return streamId;
  }

  String transcript() {
    return transcript.toString();
  }

  int connections() {
    return connections;
  }

  int cutsInFrames() {
    return cutsInFrames;
  }

  int cutsInCharacters() {
    return cutsInCharacters;
  }

  /** Reads on until the stream has ended, however often the connection ends before. */
  void readToEnd(String format) throws IOException, InterruptedException {
    while (transcript.lastIndexOf("data: [DONE]\n\n") < 0) {
      port = ports.get(random.nextInt(ports.size()));
      boolean isInAddress = random.nextBoolean();
      String request =
          "GET /v1/streams/%s/events?format=%s%s HTTP/1.1\r\n%s%s"
              .formatted(
                  streamId,
                  format,
                  isInAddress ? "&after=" + lastId : "",
                  isInAddress ? "" : "Last-Event-ID: " + lastId + "\r\n",
                  commonHeaders());
      boolean isPatient = connections >= MOST_CUTS;
      boolean isCutInHead = !isPatient && random.nextInt(10) == 0;
      exchange(request, isCutInHead ? random.nextInt(300) : NO_CUT, isPatient ? NO_CUT : bodyCut());
      if (random.nextInt(4) == 0) {
        Thread.sleep(random.nextInt(6));
      }
    }
  }

  private String commonHeaders() {
    return "Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n".formatted(port);
  }

  private int bodyCut() {
    return switch (random.nextInt(8)) {
      case 0 -> NO_CUT;
      case 1, 2, 3, 4 -> random.nextInt(400);
      default -> random.nextInt(4_000);
    };
  }

  /** Reads up to a cut, and ends without a word, as a phone in a tunnel does. */
  private void exchange(String request, int headCut, int bodyCut) throws IOException {
    connections++;
    var got = new ByteArrayOutputStream();
    int head = -1;
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      InputStream in = socket.getInputStream();
      byte[] slice = new byte[1 << random.nextInt(5, 13)];
      boolean isOver = false;
      while (!isOver) {
        int read = in.read(slice);
        got.write(slice, 0, Math.max(0, read));
        if (head < 0) {
          int end = got.toString(ISO_8859_1).indexOf("\r\n\r\n");
          head = end < 0 ? -1 : end + 4;
        }
        isOver = read < 0 || got.size() >= headCut || (head >= 0 && got.size() >= head + bodyCut);
      }
      if (random.nextInt(8) > 0) {
        // A reset rather than an orderly end.
        socket.setSoLinger(true, 0);
      }
    } catch (SocketException reset) {
      // What came before stays.
    }
    if (head >= 0 && headCut == NO_CUT) {
      byte[] all = got.toByteArray();
      keep(new String(all, 0, head, ISO_8859_1), all, head, Math.min(all.length, head + bodyCut));
    }
  }

  private void keep(String head, byte[] bytes, int from, int to) {
    if (!head.startsWith("HTTP/1.1 200 ")) {
      throw new AssertionError("Refused: " + new String(bytes, UTF_8));
    }
    Matcher named = STREAM.matcher(head);
    if (named.find()) {
      streamId = String.valueOf(named.group(1));
    }
    String body = new String(unchunked(bytes, from, to), UTF_8);
    int end = body.lastIndexOf("\n\n") + 2;
    if (end < 2) {
      end = 0;
    }
    cutsInFrames += end < body.length() ? 1 : 0;
    cutsInCharacters += body.endsWith("\uFFFD") ? 1 : 0;
    for (String frame : body.substring(0, end).split("(?<=\n\n)", -1)) {
      if (frame.startsWith("id: ")) {
        lastId = frame.substring(4, frame.indexOf('\n'));
      }
      // Beats are comments and no frames.
      transcript.append(frame.startsWith(":") ? "" : frame);
    }
  }

  /** What came of a chunked body, which may end anywhere. */
  private static byte[] unchunked(byte[] bytes, int from, int to) {
    var body = new ByteArrayOutputStream();
    int at = from;
    while (at < to) {
      int line = at;
      while (line < to && bytes[line] != '\n') {
        line++;
      }
      if (line == to) {
        break;
      }
      int size = Integer.parseInt(new String(bytes, at, line - 1 - at, ISO_8859_1), 16);
      body.write(bytes, line + 1, Math.min(size, to - line - 1));
      at = line + 1 + size + 2;
    }
    return body.toByteArray();
  }
}
