package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.RequestLosses;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What parts of a request lose in a dialect, by where each was in the client's body. */
public final class PartLosses {
  private final String dialect;
  private final RequestLosses losses = new RequestLosses();
  private boolean marksCache;

  PartLosses(String dialect) {
    this.dialect = dialect;
  }

  void markCache() {
    marksCache = true;
  }

  public void add(RequestLoss loss) {
    losses.add(loss);
  }

  List<RequestLoss> list() {
    return losses.list();
  }

  /** Where a part was in the client's body, or what we call it. */
  public static String place(Note note, String ours) {
    Origin origin = note.origin();
    return origin == null ? ours : origin.path();
  }

  /** Where a field of a part was in the client's body, whichever of these names it has. */
  private static String within(Note note, List<String> names) {
    Origin origin = note.origin();
    String place = place(note, "messages");
    if (origin == null) {
      return place + "." + names.getFirst();
    }
    for (String name : names) {
      if (origin.json().has(name)) {
        return place + "." + name;
      }
      for (Map.Entry<String, Json> inner : origin.json().fields().entrySet()) {
        if (inner.getValue().has(name)) {
          return place + "." + inner.getKey() + "." + name;
        }
      }
    }
    return place + "." + names.getFirst();
  }

  /** What a part loses in any dialect other than the one it was read from. */
  public void of(@Nullable Origin origin) {
    if (origin != null && !origin.isOf(dialect)) {
      losses.addAll(origin.elsewhere());
    }
  }

  /** The dialect has no names for what is shown. */
  public void name(Content.Attachment shown) {
    if (shown.name() != null) {
      String field =
          within(shown.note(), List.of("filename", "name", "title", "displayName", "display_name"));
      losses.add(RequestLoss.of(field, "%s has no names for it".formatted(dialect)));
    }
  }

  /** The dialect does not say how closely to look. */
  public void detail(Content.Attachment shown) {
    if (shown.detail() != null) {
      String field = within(shown.note(), List.of("detail"));
      losses.add(RequestLoss.of(field, "%s cannot be told how closely to look".formatted(dialect)));
    }
  }

  /** The dialect has no mark for a tool that failed; its output may say so. */
  public void error(MessageWalk.Output output) {
    if (output.isError()) {
      String field = within(output.note(), List.of("is_error", "status", "error"));
      losses.add(RequestLoss.of(field, "%s has no mark for tools that failed".formatted(dialect)));
    }
  }

  /** A mark that the dialect may have no place for. */
  public void cache(Note note) {
    cache(note, "messages");
  }

  void cache(Note note, String ours) {
    if (note.cache() != null && !marksCache) {
      losses.add(
          RequestLoss.of(
              place(note, ours) + ".cache_control",
              "%s has no marks for its cache".formatted(dialect)));
    }
  }
}
