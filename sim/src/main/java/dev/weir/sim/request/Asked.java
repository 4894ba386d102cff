package dev.weir.sim.request;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one request asks, as far as a script can react to it.
 *
 * @param model the name of the model that was asked for
 * @param isStreamed whether the answer is to be streamed
 * @param prompt the text of the last message that a user wrote
 * @param results what tools returned since the model last spoke, oldest first; a request that has
 *     any continues a turn
 * @param tools the names of the tools that the client offers
 * @param mayThink whether thinking was not switched off
 * @param key the same for the same request: what ids are made from
 * @param inputChars how much was sent, for counting tokens
 * @param request all of it
 */
public record Asked(
    String model,
    boolean isStreamed,
    String prompt,
    List<ToolOutput> results,
    List<String> tools,
    boolean mayThink,
    String key,
    int inputChars,
    Request request) {

  public Asked {
    results = List.copyOf(results);
    tools = List.copyOf(tools);
  }

  /** Without the request itself, of which a script then knows no more than this. */
  public Asked(
      String model,
      boolean isStreamed,
      String prompt,
      List<ToolOutput> results,
      List<String> tools,
      boolean mayThink,
      String key,
      int inputChars) {
    this(
        model,
        isStreamed,
        prompt,
        results,
        tools,
        mayThink,
        key,
        inputChars,
        Request.builder().build());
  }

  /**
   * What a request asks.
   *
   * @param body the request as it came
   */
  public static Asked of(ReadRequest read, byte[] body) {
    Request request = read.request();
    String prompt = "";
    List<ToolOutput> results = new ArrayList<>();
    for (Message message : request.messages()) {
      switch (message) {
        // The system's words do not choose an answer.
        case Message.Instruction told -> {}
        case Message.User user -> {
          String said = text(user.contents());
          prompt = said.isEmpty() ? prompt : said;
        }
        // The model spoke, so earlier results have been answered.
        case Message.Assistant said -> results.clear();
        case Message.Earlier said -> results.clear();
        case Message.ToolOutputs outputs -> results.addAll(outputs.outputs());
      }
    }
    return new Asked(
        Objects.requireNonNullElse(request.modelName(), ""),
        read.isStreamed(),
        prompt,
        results,
        request.tools().stream()
            .filter(tool -> tool.kind() != ToolSpec.Kind.BUILT_IN)
            .map(ToolSpec::name)
            .toList(),
        !(request.thinking() instanceof Thinking.Off),
        RequestKey.of(body),
        body.length,
        request);
  }

  private static String text(List<Content> contents) {
    return contents.stream()
        .filter(Content.Text.class::isInstance)
        .map(content -> ((Content.Text) content).text())
        .collect(Collectors.joining());
  }

  /** The newest result of that tool; one without a name may be any tool's. */
  public Optional<ToolOutput> result(String tool) {
    return results.reversed().stream()
        .filter(r -> r.toolName().equals(tool) || r.toolName().isEmpty())
        .findFirst();
  }
}
