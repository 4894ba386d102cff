package dev.weir.gateway.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a request: names of the gateway's, and descriptions of those that the client runs.
 *
 * @param names absent for all that the gateway has
 */
record RequestedTools(@Nullable List<String> names, List<ToolSpec> own) {
  /** What every provider accepts as a name. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final int MAX_TOOLS = 128;

  static RequestedTools parse(Json tools) throws WrongRequestException {
    if (tools.isNull()) {
      return new RequestedTools(null, List.of());
    }
    if (!tools.isArray() || tools.items().size() > MAX_TOOLS) {
      throw new WrongRequestException(
          "\"tools\" must be an array of at most %d names and descriptions".formatted(MAX_TOOLS));
    }
    List<String> names = new ArrayList<>();
    Map<String, ToolSpec> own = new LinkedHashMap<>();
    for (int i = 0; i < tools.items().size(); i++) {
      Json tool = tools.at(i);
      String name = tool.text();
      if (name != null) {
        names.add(name);
        continue;
      }
      ToolSpec spec = spec(tool, "tools[%d]".formatted(i));
      if (own.put(spec.name(), spec) != null) {
        throw new WrongRequestException("Two \"tools\" are named " + spec.name());
      }
    }
    return new RequestedTools(names, List.copyOf(own.values()));
  }

  /** The same with more that the client runs. */
  RequestedTools with(List<ToolSpec> more) {
    List<ToolSpec> all = new ArrayList<>(own);
    all.addAll(more);
    return new RequestedTools(names, List.copyOf(all));
  }

  private static ToolSpec spec(Json tool, String where) throws WrongRequestException {
    String name = tool.get("name").textOrEmpty();
    if (!NAME.matcher(name).matches()) {
      throw new WrongRequestException(
          ("%s is the name of a tool that the gateway runs (GET /v1/tools), or describes one of"
                  + " yours: {\"name\", \"description\", \"parameters\"}; saw %s")
              .formatted(where, ChatRequest.shortened(tool.toText())));
    }
    Json parameters = tool.get("parameters");
    if (!parameters.isObject()) {
      throw new WrongRequestException(
          "%s.parameters must be a JSON schema of type object".formatted(where));
    }
    return new ToolSpec(name, tool.get("description").textOrEmpty(), parameters);
  }
}
