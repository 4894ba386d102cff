package dev.weir.codec.read;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.request.Content;
import java.util.ArrayList;
import java.util.List;

/** The parts of a request that OpenAI Chat and the dialects after it share. */
public final class ChatParts {
  private ChatParts() {}

  /** The text of a message: itself, or that of its parts; of other parts their JSON. */
  public static String text(Field content) {
    if (content.isAbsent() || content.isText()) {
      return content.textOrEmpty();
    }
    StringBuilder text = new StringBuilder();
    for (Field part : content.items()) {
      Json said = part.object().json().get("text");
      text.append(said.text() == null ? part.json().toText() : said.text());
    }
    return text.toString();
  }

  /** What a user says and shows. */
  public static List<Content> contents(Field content, String dialect) {
    if (content.isText()) {
      return List.of(new Content.Text(content.text()));
    }
    List<Content> contents = new ArrayList<>();
    for (Field part : content.items()) {
      contents.add(
          switch (part.object().get("type").text()) {
            case "text" -> new Content.Text(part.get("text").text());
            case "image_url" -> image(part.get("image_url"));
            default -> new Content.Other(dialect, part.json());
          });
    }
    return contents;
  }

  private static Content image(Field image) {
    return Attachments.imageOf(image.isText() ? image.text() : image.object().get("url").text());
  }

  /**
   * The tools. Where some are not functions, all are kept as they are too: in the same dialect they
   * go back so.
   */
  public static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    boolean onlyFunctions = true;
    for (Field tool : tools.itemsIfAny()) {
      Field function = tool.object().get("function");
      if (function.isAbsent()) {
        onlyFunctions = false;
      } else {
        function.object();
        parts.tool(function.get("name"), function.get("description"), function.get("parameters"));
      }
    }
    if (!onlyFunctions) {
      parts.keep(tools);
    }
  }
}
