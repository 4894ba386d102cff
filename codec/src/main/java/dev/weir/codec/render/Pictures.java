package dev.weir.codec.render;

import dev.weir.codec.request.Content;

/** Pictures, as URLs and not. */
public final class Pictures {
  private Pictures() {}

  public static String dataUrl(Content.Image image) {
    return "data:" + image.mediaType() + ";base64," + image.base64();
  }

  public static IllegalArgumentException cannotFetch(String dialect, Content.ImageAt image) {
    return new IllegalArgumentException(
        "%s does not fetch pictures itself, saw one at %s; fetch it and send its bytes"
            .formatted(dialect, image.url()));
  }
}
