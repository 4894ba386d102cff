package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.read.Field;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pictures, documents, sound and video in Converse, which have formats in place of media types. */
final class ConverseMedia {
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "txt", "text/plain",
          "md", "text/markdown",
          "html", "text/html",
          "csv", "text/csv",
          "doc", "application/msword",
          "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "xls", "application/vnd.ms-excel",
          "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

  private ConverseMedia() {}

  static String field(Content.Kind kind) {
    return switch (kind) {
      case IMAGE -> "image";
      case DOCUMENT -> "document";
      case AUDIO -> "audio";
      case VIDEO -> "video";
    };
  }

  /** Where it is; {@code null} if it is in no place that we know. */
  static @Nullable Source source(Content.Kind kind, Field shown) {
    Field source = shown.get("source");
    String type = mediaType(kind, shown.get("format").textOrEmpty());
    if (source.get("bytes").isText()) {
      return new Source.Inline(type, source.get("bytes").text());
    }
    String address = source.get("s3Location").get("uri").textIfAny();
    if (address != null) {
      return new Source.At(address, type);
    }
    String text = source.get("text").textIfAny();
    return text == null ? null : new Source.Plain(text);
  }

  private static String mediaType(Content.Kind kind, String format) {
    return switch (kind) {
      case IMAGE -> "image/" + format;
      case DOCUMENT -> DOCUMENTS.getOrDefault(format, "application/" + format);
      case AUDIO -> "audio/" + format;
      case VIDEO -> "video/" + format;
    };
  }

  private static String format(String mediaType) {
    for (Map.Entry<String, String> known : DOCUMENTS.entrySet()) {
      if (known.getValue().equals(mediaType)) {
        return known.getKey();
      }
    }
    return mediaType.substring(mediaType.indexOf('/') + 1);
  }

  /** A block that shows it; {@code null} if it cannot be sent that way. */
  static @Nullable Tree block(Content.Attachment shown) {
    Tree block =
        switch (shown.source()) {
          case Source.Inline inline ->
              new Tree()
                  .put("source", Tree.of("bytes", inline.base64()))
                  .put("format", format(inline.mediaType()));
          case Source.At at -> stored(at);
          case Source.Plain plain ->
              new Tree().put("source", Tree.of("text", plain.text())).put("format", "txt");
          case Source.Stored stored -> null;
        };
    if (block == null) {
      return null;
    }
    if (shown.kind() == Content.Kind.DOCUMENT) {
      // A document must have a name.
      block.put("name", shown.name() == null ? "document" : shown.name());
    }
    return new Tree().put(field(shown.kind()), block);
  }

  /** Only what is in a bucket is fetched. */
  private static @Nullable Tree stored(Source.At at) {
    String type = at.mediaType();
    if (!at.url().startsWith("s3://") || type == null) {
      return null;
    }
    return new Tree()
        .put("source", new Tree().put("s3Location", Tree.of("uri", at.url())))
        .put("format", format(type));
  }
}
