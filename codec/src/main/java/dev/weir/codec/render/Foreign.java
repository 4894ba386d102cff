package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates what only some dialects have for those that do not. */
public final class Foreign {
  /** How Claude Code tells Anthropic its version; it would spoil another provider's cache. */
  private static final String BILLING = "x-anthropic-billing-header:";

  private static final Json ONE_TEXT =
      new Tree()
          .put("type", "object")
          .put("properties", new Tree().put(ClientCalls.INPUT, Tree.of("type", "string")))
          .add("required", new Json.Text(ClientCalls.INPUT))
          .json();

  private Foreign() {}

  /** An instruction without what is not for this provider; {@code null} if nothing is left. */
  static Message.@Nullable Instruction told(Draft draft, Message.Instruction told) {
    List<Content> kept = new ArrayList<>();
    for (Content content : told.contents()) {
      if (content instanceof Content.Text text && text.text().startsWith(BILLING)) {
        draft.lose(
            RequestLoss.of(PartLosses.place(text.note(), "messages"), "it is for Anthropic alone"));
      } else {
        kept.add(content);
      }
    }
    return kept.isEmpty() && !told.contents().isEmpty()
        ? null
        : new Message.Instruction(kept, told.rank(), told.origin());
  }

  /** The name of a tool where there are no namespaces. */
  public static String name(@Nullable String namespace, String name) {
    return namespace == null ? name : namespace + "__" + name;
  }

  /** The name of a called tool where there are no namespaces. */
  public static String nameOf(Block call) {
    String name = call.name();
    return name(call.origin().get("namespace"), name == null ? "" : name);
  }

  /** The arguments of a call; a text becomes an object that holds it. */
  public static String argumentsOf(Block call) {
    if (isOfText(call)) {
      return Tree.of(ClientCalls.INPUT, call.text()).json().toText();
    }
    return call.text().isBlank() ? "{}" : call.text();
  }

  /** Whether the called tool takes text. */
  public static boolean isOfText(Block call) {
    return call.origin().getOrDefault("type", "").startsWith("custom");
  }

  /** A function in the place of any tool that a client runs. */
  public static ToolSpec function(ToolSpec tool) {
    ToolSpec.Namespace group = tool.namespace();
    String name = name(group == null ? null : group.name(), tool.name());
    if (tool.kind() == ToolSpec.Kind.FUNCTION && group == null) {
      return tool;
    }
    boolean isText = tool.kind() == ToolSpec.Kind.CUSTOM;
    return new ToolSpec(
        name,
        isText ? described(tool) : tool.description(),
        isText ? ONE_TEXT : tool.parameters(),
        ToolSpec.Kind.FUNCTION,
        tool.strict(),
        /* namespace= */ null,
        tool.note());
  }

  private static String described(ToolSpec tool) {
    Json format = tool.parameters();
    String definition = format.get("definition").textOrEmpty();
    if (definition.isEmpty()) {
      return tool.description();
    }
    return "%s\n\nThe input follows this grammar (%s):\n%s"
        .formatted(tool.description(), format.get("syntax").textOrEmpty(), definition)
        .strip();
  }

  /** Lets the user show, after the outputs, what tools showed, if outputs can only be text. */
  public static void showAfterwards(
      Draft draft, List<MessageWalk.Output> outputs, MessageWalk.Voice voice) {
    List<Content> shown = new ArrayList<>();
    for (MessageWalk.Output output : outputs) {
      if (draft.own(output.note().origin()) != null) {
        continue;
      }
      draft.lost().error(output);
      for (Content content : output.contents()) {
        draft.lost().of(content.note().origin());
        draft.lost().cache(content.note());
        if (content instanceof Content.Attachment attachment) {
          draft.lose(
              RequestLoss.of(
                  PartLosses.place(attachment.note(), "messages"),
                  "outputs are text in %s; the user shows it after them"
                      .formatted(draft.dialect())));
          shown.add(attachment);
        }
      }
    }
    if (!shown.isEmpty()) {
      List<Content> said = new ArrayList<>();
      said.add(new Content.Text("What the tools showed:"));
      said.addAll(shown);
      voice.user(new Message.User(said));
    }
  }

  /** The schema, with the type object at its root. */
  public static Json objectSchema(Json schema) {
    return schema.get("type").textOrEmpty().equals("object")
        ? schema
        : Tree.merged(schema, new Json.Fields(Map.of("type", new Json.Text("object"))));
  }
}
