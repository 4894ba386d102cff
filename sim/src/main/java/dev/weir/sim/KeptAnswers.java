package dev.weir.sim;

import dev.weir.codec.Bytes;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the background, for clients that come back for the rest: whatever became of the
 * connection, the answer itself is whole. Shared by threads.
 */
final class KeptAnswers {
  private static final int KEPT = 200;
  private static final String CANCEL = "/cancel";

  /** The parameters after which the rest begins, of both providers that have this. */
  private static final Set<String> AFTER = Set.of("starting_after", "last_event_id");

  /**
   * A frame of an answer.
   *
   * @param place what the provider calls it, if it has a name
   */
  private record Kept(Slice slice, @Nullable String place) {}

  private record Answer(Reply reply, List<Kept> frames) {}

  private final Map<String, Answer> answers =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
          return size() > KEPT;
        }
      };

  /** Keeps an answer, if its request asked for that. */
  void keep(Dialect dialect, Json body, Reply reply) {
    dialect
        .clientSide()
        .flatMap(side -> side.resuming(body))
        .ifPresent(how -> keep(dialect, how, reply));
  }

  private void keep(Dialect dialect, Resuming resuming, Reply reply) {
    List<Kept> frames = new ArrayList<>();
    String id = null;
    for (Slice slice : reply.slices()) {
      Json chunk = chunk(dialect, slice.bytes());
      id = id == null ? resuming.responseId(chunk) : id;
      frames.add(new Kept(slice, resuming.place(chunk)));
    }
    if (id != null) {
      synchronized (answers) {
        answers.put(id, new Answer(reply, frames));
      }
    }
  }

  private static Json chunk(Dialect dialect, Bytes bytes) {
    List<Json> chunks = new ArrayList<>();
    dialect
        .framing(Limits.DEFAULT)
        .feed(
            bytes.toArray(),
            frame -> {
              Json json = ProviderJson.object(frame.data().toString());
              chunks.add(json == null ? Json.Null.NULL : json);
            });
    return chunks.isEmpty() ? Json.Null.NULL : chunks.getFirst();
  }

  /** The stream after the place that a client names; all of it if it names none. */
  Optional<Reply> rest(HttpAsk ask) {
    if (!Arrays.asList(ask.query().split("&", -1)).contains("stream=true")) {
      return Optional.empty();
    }
    Answer answer;
    synchronized (answers) {
      answer = answers.get(ask.path().substring(ask.path().lastIndexOf('/') + 1));
    }
    if (answer == null) {
      return Optional.empty();
    }
    String after = after(ask.query());
    int from = 0;
    for (int i = 0; i < answer.frames().size(); i++) {
      from = after != null && after.equals(answer.frames().get(i).place()) ? i + 1 : from;
    }
    List<Slice> rest =
        answer.frames().subList(from, answer.frames().size()).stream().map(Kept::slice).toList();
    return Optional.of(answer.reply().withSlices(rest));
  }

  /** Ends an answer that is kept, so that nobody gets its rest; empty if it is another path. */
  Optional<Reply> cancel(HttpAsk ask) {
    String path = ask.path();
    if (!path.endsWith(CANCEL)) {
      return Optional.empty();
    }
    String named = path.substring(0, path.length() - CANCEL.length());
    String id = named.substring(named.lastIndexOf('/') + 1);
    boolean isKnown;
    synchronized (answers) {
      isKnown = answers.remove(id) != null;
    }
    return isKnown
        ? Optional.of(
            Reply.json(
                /* status= */ 200,
                new JsonText()
                    .beginObject()
                    .field("id", id)
                    .field("status", "cancelled")
                    .endObject()
                    .toString()))
        : Optional.empty();
  }

  private static @Nullable String after(String query) {
    return Arrays.stream(query.split("&", -1))
        .map(field -> field.split("=", 2))
        .filter(field -> field.length == 2 && AFTER.contains(field[0]))
        .map(field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8))
        .findFirst()
        .orElse(null);
  }
}
