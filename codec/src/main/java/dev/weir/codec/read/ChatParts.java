package dev.weir.codec.read;

import dev.weir.codec.render.Attachments;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Note;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a request that OpenAI Chat and the dialects modelled on it share. */
public final class ChatParts {
  private ChatParts() {}

  /** The text of a message: itself, or that of its parts; other parts give their JSON. */
  public static String text(Field content) {
    if (content.isAbsent() || content.isText()) {
      return content.textOrEmpty();
    }
    StringBuilder text = new StringBuilder();
    for (Field part : content.items()) {
      Field said = part.object().get("text");
      text.append(said.isText() ? said.text() : part.json().toText());
    }
    return text.toString();
  }

  /** What is said and shown: a text, or a list of parts; nothing if it is absent. */
  public static List<Content> contents(RequestParts parts, Field content, String dialect) {
    List<Content> contents = new ArrayList<>();
    if (content.isText()) {
      contents.add(new Content.Text(content.text(), parts.note(content)));
      return contents;
    }
    for (Field part : content.itemsIfAny()) {
      contents.add(part(parts, part, dialect));
    }
    return contents;
  }

  private static Content part(RequestParts parts, Field part, String dialect) {
    Field type = part.object().get("type");
    CacheMark cache = cache(part.get("cache_control"));
    Content.@Nullable Attachment shown =
        switch (type.text()) {
          case "image_url" -> image(part.get("image_url"));
          case "input_audio" -> audio(part.get("input_audio").object());
          case "file" -> file(part.get("file").object());
          default -> null;
        };
    if (shown != null) {
      return new Content.Attachment(
          shown.kind(), shown.source(), shown.name(), shown.detail(), parts.note(part, cache));
    }
    if (type.is("text")) {
      String text = part.get("text").text();
      return new Content.Text(text, parts.note(part, cache));
    }
    return other(parts, part, dialect);
  }

  private static Content.Attachment image(Field image) {
    Field url = image.isText() ? image : image.object().get("url");
    String detail = image.isText() ? null : image.get("detail").textIfAny();
    Source source = Attachments.sourceOf(url.text());
    return new Content.Attachment(Content.Kind.IMAGE, source, null, detail, Note.NONE);
  }

  private static Content.Attachment audio(Field audio) {
    String format = audio.get("format").text();
    String mediaType = "audio/" + (format.equals("mp3") ? "mpeg" : format);
    return new Content.Attachment(
        Content.Kind.AUDIO, new Source.Inline(mediaType, audio.get("data").text()));
  }

  private static Content.@Nullable Attachment file(Field file) {
    String id = file.get("file_id").textIfAny();
    String data = file.get("file_data").textIfAny();
    String name = file.get("filename").textIfAny();
    if (id == null && data == null) {
      return null;
    }
    Source source = id == null ? Attachments.fileOf(String.valueOf(data)) : new Source.Stored(id);
    return new Content.Attachment(Content.Kind.DOCUMENT, source, name, null, Note.NONE);
  }

  /** What only one dialect has, in its own words. */
  public static Content other(RequestParts parts, Field part, String dialect) {
    return new Content.Other(dialect, part.json(), parts.note(part));
  }

  /** A mark as Anthropic has it, and those who pass it on to Anthropic. */
  public static @Nullable CacheMark cache(Field control) {
    if (control.isAbsent() || !control.object().get("type").is("ephemeral")) {
      return null;
    }
    return new CacheMark(control.get("ttl").textIfAny());
  }

  /** The tools, of which some may not be functions. */
  public static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    for (Field tool : tools.itemsIfAny()) {
      tool(parts, tool.object());
    }
    parts.tools(tools);
  }

  private static void tool(RequestParts parts, Field tool) {
    Field function = tool.get("function");
    Field custom = tool.get("custom");
    if (function.peek().isObject()) {
      tool.get("type").json();
      CacheMark cache = cache(tool.get("cache_control"));
      parts.function(
          tool,
          function.get("name"),
          function.get("description"),
          function.get("parameters"),
          function.get("strict"),
          cache);
    } else if (custom.peek().isObject()) {
      tool.get("type").json();
      Field grammar = custom.get("format").get("grammar");
      custom.get("format").get("type").json();
      parts.custom(tool, custom, grammar.json(), /* namespace= */ null);
    } else if (tool.get("type").is("function") && tool.has("name")) {
      // Cursor sends them flat, as Responses has them.
      parts.function(
          tool,
          tool.get("name"),
          tool.get("description"),
          tool.get("parameters"),
          tool.get("strict"),
          /* cache= */ null);
    } else if (tool.get("type").is("custom") && tool.has("name")) {
      tool.get("format").get("type").json();
      parts.custom(tool, tool, tool.get("format").json(), /* namespace= */ null);
    } else {
      parts.builtIn(tool);
    }
  }
}
