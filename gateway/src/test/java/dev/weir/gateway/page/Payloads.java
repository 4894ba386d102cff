package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Model output that attacks the page, and what the browser's log says it has asked for. */
final class Payloads {

  private static final Pattern REQUESTED =
      Pattern.compile("\"method\":\"Network\\.requestWillBeSent\".*?\"url\":\"([^\"]+)\"");

  private Payloads() {}

  /** The lines of the list, aimed at an address that nobody may call. */
  static List<String> aimedAt(String address) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Payloads.class.getResourceAsStream("payloads.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("// "))
          .map(line -> line.replace("LEAK", address).replace("\\n", "\n"))
          .toList();
    }
  }

  /**
   * Requests in a browser's log to anything but a gateway's files and API; pictures that came
   * inside a stream are none.
   */
  static List<String> foreign(List<String> log, String gateway) {
    return log.stream()
        .map(REQUESTED::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .filter(url ->
            !url.startsWith(gateway + "v1/")
                && !url.startsWith(gateway + "page/")
                && !url.startsWith("blob:"))
        .toList();
  }
}
