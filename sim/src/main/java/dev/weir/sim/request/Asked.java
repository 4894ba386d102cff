package dev.weir.sim.request;

import java.util.List;
import java.util.Optional;

/**
 * What one request asks, as far as a script can react to it.
 *
 * @param model the name of the model that was asked for
 * @param isStreamed whether the answer shall come as a stream
 * @param prompt the text of the last message that a user wrote
 * @param results what tools gave back since the model last spoke, oldest first; a request that has
 *     any goes on with a turn
 * @param tools the names of the tools that the client offers
 * @param key the same for the same request: what ids are made from
 * @param inputChars how much was sent, for counting tokens
 */
public record Asked(
    String model,
    boolean isStreamed,
    String prompt,
    List<Result> results,
    List<String> tools,
    String key,
    int inputChars) {

  /**
   * What a tool gave back.
   *
   * @param tool the tool's name, empty where the conversation does not tell
   */
  public record Result(String tool, String text) {}

  public Asked {
    results = List.copyOf(results);
    tools = List.copyOf(tools);
  }

  /** The newest result of that tool; one without a name may be any tool's. */
  public Optional<Result> result(String tool) {
    return results.reversed().stream()
        .filter(r -> r.tool().equals(tool) || r.tool().isEmpty())
        .findFirst();
  }
}
