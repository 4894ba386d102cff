package dev.weir.codec.conversation;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.RequestLoss;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON form of content: what is said and shown, with its notes. */
final class ContentJson {
  private ContentJson() {}

  static Json write(List<Content> contents) {
    return new Json.Items(contents.stream().map(ContentJson::write).toList());
  }

  static List<Content> read(Json contents) {
    return contents.items().stream().map(ContentJson::content).toList();
  }

  private static Json write(Content content) {
    Tree tree =
        switch (content) {
          case Content.Text said -> Tree.of("type", "text").put("text", said.text());
          case Content.Value given -> Tree.of("type", "value").put("json", given.json());
          case Content.Other other ->
              Tree.of("type", "other").put("dialect", other.dialect()).put("json", other.json());
          case Content.Attachment shown ->
              source(Tree.of("type", "attachment").put("kind", shown.kind().name()), shown.source())
                  .putIfAny("name", shown.name())
                  .putIfAny("detail", shown.detail());
        };
    return note(tree, content.note()).json();
  }

  private static Tree source(Tree tree, Source source) {
    return switch (source) {
      case Source.Inline inline ->
          tree.put("mediaType", inline.mediaType()).put("base64", inline.base64());
      case Source.At at -> tree.putIfAny("mediaType", at.mediaType()).put("url", at.url());
      case Source.Stored stored -> tree.put("id", stored.id());
      case Source.Plain plain -> tree.put("text", plain.text());
    };
  }

  private static Content content(Json json) {
    Note note = note(json);
    return switch (json.get("type").textOrEmpty()) {
      case "text" -> new Content.Text(json.get("text").textOrEmpty(), note);
      case "value" -> new Content.Value(json.get("json"), note);
      case "other" -> new Content.Other(json.get("dialect").textOrEmpty(), json.get("json"), note);
      case "attachment" ->
          new Content.Attachment(
              Content.Kind.valueOf(json.get("kind").textOrEmpty()),
              source(json),
              json.get("name").text(),
              json.get("detail").text(),
              note);
      default ->
          throw new IllegalArgumentException(
              "A content has the type \"%s\"; expected text, value, other or attachment"
                  .formatted(json.get("type").textOrEmpty()));
    };
  }

  private static Source source(Json json) {
    if (json.has("base64")) {
      return new Source.Inline(
          json.get("mediaType").textOrEmpty(), json.get("base64").textOrEmpty());
    }
    if (json.has("url")) {
      return new Source.At(json.get("url").textOrEmpty(), json.get("mediaType").text());
    }
    return json.has("id")
        ? new Source.Stored(json.get("id").textOrEmpty())
        : new Source.Plain(json.get("text").textOrEmpty());
  }

  static Tree note(Tree tree, Note note) {
    CacheMark cache = note.cache();
    if (cache != null) {
      tree.put("cache", new Tree().putIfAny("timeToLive", cache.timeToLive()));
    }
    return origin(tree, note.origin());
  }

  static Note note(Json json) {
    Json cache = json.get("cache");
    Origin origin = origin(json.get("origin"));
    boolean isPlain = !cache.isObject() && origin == null;
    return isPlain
        ? Note.NONE
        : new Note(cache.isObject() ? new CacheMark(cache.get("timeToLive").text()) : null, origin);
  }

  static Tree origin(Tree tree, @Nullable Origin origin) {
    if (origin != null) {
      List<Json> losses = origin.elsewhere().stream().map(ContentJson::loss).toList();
      tree.put(
          "origin",
          Tree.of("dialect", origin.dialect())
              .put("path", origin.path())
              .put("json", origin.json())
              .put("elsewhere", new Json.Items(losses)));
    }
    return tree;
  }

  static @Nullable Origin origin(Json json) {
    return json.isObject()
        ? new Origin(
            json.get("dialect").textOrEmpty(),
            json.get("path").textOrEmpty(),
            json.get("json"),
            json.get("elsewhere").items().stream().map(ContentJson::lossOf).toList())
        : null;
  }

  private static Json loss(RequestLoss loss) {
    return Tree.of("field", loss.field())
        .put("why", loss.why())
        .put("changesMeaning", loss.changesMeaning())
        .json();
  }

  private static RequestLoss lossOf(Json json) {
    return new RequestLoss(
        json.get("field").textOrEmpty(),
        json.get("why").textOrEmpty(),
        json.get("changesMeaning").isTrue());
  }
}
