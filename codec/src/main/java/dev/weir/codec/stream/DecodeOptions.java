package dev.weir.codec.stream;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.chat.ChatOptions;

/** How streams are decoded where the caller has a choice. */
public record DecodeOptions(Limits limits, ChatOptions chat) {
  public static final DecodeOptions DEFAULT =
      new DecodeOptions(Limits.DEFAULT, ChatOptions.DEFAULT);
}
