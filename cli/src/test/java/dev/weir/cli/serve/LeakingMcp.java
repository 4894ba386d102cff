package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An MCP server of which every word holds what it was started with. */
final class LeakingMcp {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+|\"[^\"]*\")");
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

  private LeakingMcp() {}

  public static void main(String[] args) throws IOException {
    String secret = System.getenv("SECRET");
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    System.err.println("Started with " + secret);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher id = ID.matcher(line);
      Matcher method = METHOD.matcher(line);
      if (!id.find() || !method.find()) {
        continue;
      }
      String result =
          switch (method.group(1)) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s %s\",\"version\":\"1\"}}"
                    .formatted(secret);
            case "tools/list" ->
                "{\"tools\":[{\"name\":\"leak\",\"description\":\"Tells %s\",\"inputSchema\":{\"type\":\"object\"}}]}"
                    .formatted(secret);
            case "tools/call" ->
                "{\"content\":[{\"type\":\"text\",\"text\":\"The environment is %s\"}]}"
                    .formatted(secret);
            default -> null;
          };
      String answer =
          result == null
              ? "\"error\":{\"code\":-32601,\"message\":\"Not %s\"}".formatted(secret)
              : "\"result\":" + result;
      System.out.println("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(id.group(1), answer));
    }
  }
}
