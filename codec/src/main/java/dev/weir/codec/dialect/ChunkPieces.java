package dev.weir.codec.dialect;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import java.util.List;
import java.util.function.BiConsumer;

/** What the chunks of an answer are made of, where each may hold pieces of several alternatives. */
public final class ChunkPieces {
  private ChunkPieces() {}

  /**
   * Reads chunks, in their order.
   *
   * @param list the field that holds pieces of alternatives
   * @param field takes every other field of a chunk
   * @param piece takes a piece with the index of its alternative; without one it is of the first
   */
  public static void read(
      List<Frame> frames,
      String list,
      BiConsumer<String, Json> field,
      BiConsumer<Long, Json> piece) {
    for (Frame frame : frames) {
      Json chunk = ProviderJson.object(frame.data().toString());
      if (chunk != null) {
        chunk
            .fields()
            .forEach((name, value) -> {
              if (name.equals(list)) {
                value.items().forEach(item -> piece.accept(index(item), item));
              } else {
                field.accept(name, value);
              }
            });
      }
    }
  }

  private static Long index(Json piece) {
    Long said = piece.get("index").number();
    return said == null ? 0L : said;
  }
}
