package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/** One thing that is said or shown to a model. */
public sealed interface Content {

  /** What its dialect said besides. */
  Note note();

  /** Text. */
  record Text(String text, Note note) implements Content {
    public Text(String text) {
      this(text, Note.NONE);
    }
  }

  /**
   * A picture, document, sound or video.
   *
   * @param name what it is called, where that is known
   * @param detail how closely to look, in the words of OpenAI: {@code low}, {@code high}
   */
  record Attachment(
      Kind kind, Source source, @Nullable String name, @Nullable String detail, Note note)
      implements Content {
    public Attachment(Kind kind, Source source) {
      this(kind, source, null, null, Note.NONE);
    }
  }

  /** A value that a tool returned. */
  record Value(Json json, Note note) implements Content {}

  /**
   * What only one dialect has, in its own JSON. It goes back in that dialect and in no other.
   *
   * @param dialect the word of the dialect
   */
  record Other(String dialect, Json json, Note note) implements Content {
    public Other(String dialect, Json json) {
      this(dialect, json, Note.NONE);
    }
  }

  /** What an attachment is. */
  enum Kind {
    IMAGE,
    DOCUMENT,
    AUDIO,
    VIDEO
  }

  /** Where an attachment is. */
  sealed interface Source {

    /** In the request itself. */
    record Inline(String mediaType, String base64) implements Source {}

    /** At an address, from which the provider fetches it. */
    record At(String url, @Nullable String mediaType) implements Source {}

    /** With the provider, who gave it this id. */
    record Stored(String id) implements Source {}

    /** A document that is nothing but text. */
    record Plain(String text) implements Source {}
  }

  /**
   * A picture that is sent with the request.
   *
   * @param base64 its bytes
   */
  static Content image(String mediaType, String base64) {
    return new Attachment(Kind.IMAGE, new Source.Inline(mediaType, base64));
  }

  /** A picture that the provider fetches itself. */
  static Content imageAt(String url) {
    return new Attachment(Kind.IMAGE, new Source.At(url, null));
  }

  /**
   * A document that is sent with the request.
   *
   * @param base64 its bytes
   */
  static Content file(@Nullable String name, String mediaType, String base64) {
    return new Attachment(
        Kind.DOCUMENT, new Source.Inline(mediaType, base64), name, null, Note.NONE);
  }

  /** A document that the provider fetches itself. */
  static Content fileAt(String url) {
    return new Attachment(Kind.DOCUMENT, new Source.At(url, null));
  }

  /** Sound that is sent with the request. */
  static Content audio(String mediaType, String base64) {
    return new Attachment(Kind.AUDIO, new Source.Inline(mediaType, base64));
  }

  /** What the provider already has, by the id that it gave. */
  static Content stored(Kind kind, String id) {
    return new Attachment(kind, new Source.Stored(id));
  }
}
