package dev.weir.gateway.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Streams as people see them: those that continue one another, in all their branches, are one chat,
 * which is named by the id of its first stream.
 *
 * <p>Nothing is remembered here: every answer is found in the log, newest stream first, and a list
 * reads no further than it must. Every method blocks.
 */
public final class Chats {
  private static final String TITLE = "title";
  private static final int PAGE_STREAMS = 200;

  private final Streams streams;

  public Chats(Streams streams) {
    this.streams = streams;
  }

  /**
   * One line of the list.
   *
   * @param last the stream that was begun last
   * @param isLive whether any of its streams is on its way
   */
  public record Row(String id, String title, Summary last, boolean isLive) {}

  /**
   * Some chats.
   *
   * @param next where the list continues; absent if there are no more
   */
  public record Listed(List<Row> chats, @Nullable String next) {
    public Listed {
      chats = List.copyOf(chats);
    }
  }

  /**
   * A whole chat.
   *
   * @param streams oldest first, of all branches
   */
  public record Chat(String id, String title, List<Summary> streams) {
    public Chat {
      streams = List.copyOf(streams);
    }
  }

  /**
   * The chats of an owner, the most recently used first.
   *
   * @param from where the previous list ended; absent for the first
   * @param search words that a title or the beginning of a question must hold; empty for all
   */
  public Listed list(String owner, @Nullable String from, int most, String search)
      throws IOException {
    var walk = new Walk(owner);
    var start = new Start(from, walk);
    List<String> words =
        Stream.of(search.toLowerCase(Locale.ROOT).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .toList();
    if (words.isEmpty()) {
      return page(walk, start, most);
    }
    return found(walk, start, most, words);
  }

  private Listed page(Walk walk, Start start, int most) throws IOException {
    List<Row> rows = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Summary stream = walk.next(); stream != null; stream = walk.next()) {
      String chat = walk.chat(stream.about());
      boolean isNew = seen.add(chat);
      if (!start.isBefore(stream) || !isNew) {
        continue;
      }
      if (rows.size() == most) {
        return new Listed(rows, place(rows.getLast().last()));
      }
      rows.add(row(walk, chat, stream));
    }
    return new Listed(rows, null);
  }

  private Listed found(Walk walk, Start start, int most, List<String> words) throws IOException {
    Map<String, Summary> newest = new LinkedHashMap<>();
    Map<String, StringBuilder> texts = new HashMap<>();
    for (Summary stream = walk.next(); stream != null; stream = walk.next()) {
      String chat = walk.chat(stream.about());
      newest.putIfAbsent(chat, stream);
      texts
          .computeIfAbsent(chat, id -> new StringBuilder())
          .append(stream.about().title())
          .append('\n');
    }
    List<Row> rows = new ArrayList<>();
    for (var entry : newest.entrySet()) {
      if (!start.isBefore(entry.getValue())) {
        continue;
      }
      Row row = row(walk, entry.getKey(), entry.getValue());
      String text = (row.title() + '\n' + texts.get(entry.getKey())).toLowerCase(Locale.ROOT);
      if (words.stream().allMatch(text::contains)) {
        if (rows.size() == most) {
          return new Listed(rows, place(rows.getLast().last()));
        }
        rows.add(row);
      }
    }
    return new Listed(rows, null);
  }

  /** Where a list stands after a stream, which may be gone when the list continues. */
  private static String place(Summary stream) {
    return stream.about().startedAt().toEpochMilli() + "-" + stream.about().id();
  }

  private Row row(Walk walk, String chat, Summary last) throws IOException {
    return new Row(chat, title(chat, walk, last), last, walk.live.contains(chat));
  }

  /** What people call it, else the beginning of its first question, as far as that is kept. */
  private String title(String chat, Walk walk, Summary known) throws IOException {
    String given = streams.facts().remark(chat, TITLE);
    if (given != null) {
      return given;
    }
    Summary first = chat.equals(known.about().id()) ? known : walk.find(chat);
    return (first == null ? known : first).about().title();
  }

  /** The chat that a stream of this owner belongs to, named by any of its streams or by its id. */
  public Optional<Chat> find(String id, String owner) throws IOException {
    var walk = new Walk(owner);
    Summary named = walk.find(id);
    String chat = named == null ? id : walk.chat(named.about());
    List<Summary> all = new ArrayList<>();
    for (Summary stream = walk.next(); stream != null; stream = walk.next()) {
      if (walk.chat(stream.about()).equals(chat)) {
        all.addFirst(stream);
      }
      if (stream.about().id().equals(chat)) {
        // Nothing of a chat is older than its first stream.
        break;
      }
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(new Chat(chat, title(chat, walk, all.getFirst()), all));
  }

  /** The chat that a stream continues; it is there, and of this owner. */
  public String chatOf(String stream, String owner) throws IOException {
    var walk = new Walk(owner);
    Summary found = walk.find(stream);
    return found == null ? stream : walk.chat(found.about());
  }

  /** Names a chat. */
  public void rename(Chat chat, String title) throws IOException {
    streams.facts().remark(chat.streams().getFirst().about().id(), TITLE, title);
  }

  /** Forgets a chat with all its streams; those that are live are cancelled first. */
  public void delete(Chat chat) throws IOException {
    // The newest first: what is left if this is interrupted is still a chat.
    for (Summary stream : chat.streams().reversed()) {
      streams.delete(stream);
    }
  }

  /** Where a list begins: after a stream, or if that is gone after the time at which it began. */
  private static final class Start {
    private final String id;
    private final long millis;
    private boolean isPassed;

    Start(@Nullable String from, Walk walk) throws IOException {
      if (from == null) {
        id = "";
        millis = Long.MAX_VALUE;
        isPassed = true;
        return;
      }
      int dash = from.indexOf('-');
      id = from.substring(dash + 1);
      try {
        long began = Long.parseLong(from.substring(0, Math.max(0, dash)));
        millis = walk.find(id) == null ? began : Long.MIN_VALUE;
      } catch (NumberFormatException wrong) {
        throw new IllegalArgumentException(
            "Expected the end of an earlier list, saw " + from, wrong);
      }
    }

    /** Whether the list has begun before this stream. They come in their order, each once. */
    boolean isBefore(Summary stream) {
      boolean isAfter = isPassed || stream.about().startedAt().toEpochMilli() < millis;
      isPassed |= stream.about().id().equals(id);
      return isAfter;
    }
  }

  /** The streams of an owner, newest first, and what was found out about them on the way. */
  private final class Walk {
    private final String owner;
    private final Map<String, Optional<Summary>> known = new HashMap<>();
    private final Map<String, String> chats = new HashMap<>();
    private final Set<String> live;
    private List<Summary> page = List.of();
    private int at;
    private @Nullable String from;
    private boolean isBegun;

    Walk(String owner) throws IOException {
      this.owner = owner;
      Set<String> running = new HashSet<>();
      for (Summary stream : streams.index().live(owner)) {
        running.add(chat(stream.about()));
      }
      this.live = running;
    }

    @Nullable Summary next() throws IOException {
      while (at == page.size()) {
        if (isBegun && from == null) {
          return null;
        }
        StreamIndex.Listed listed = streams.index().list(owner, from, PAGE_STREAMS);
        isBegun = true;
        page = listed.streams();
        from = listed.next();
        at = 0;
        page.forEach(stream -> known.putIfAbsent(stream.about().id(), Optional.of(stream)));
      }
      return page.get(at++);
    }

    @Nullable Summary find(String id) throws IOException {
      Optional<Summary> found = known.get(id);
      if (found == null) {
        found = streams.index().find(id, owner);
        known.put(id, found);
      }
      return found.orElse(null);
    }

    /** The first stream of its chat; for streams older than chats, the first that is left. */
    String chat(StreamDescription about) throws IOException {
      List<String> path = new ArrayList<>();
      StreamDescription first = about;
      String chat = null;
      while (chat == null) {
        String id = first.id();
        chat = first.chat() != null ? first.chat() : chats.get(id);
        if (chat == null) {
          path.add(id);
          Summary before = first.after() == null ? null : find(first.after());
          if (before == null || path.contains(before.about().id())) {
            chat = id;
          } else {
            first = before.about();
          }
        }
      }
      for (String id : path) {
        chats.put(id, chat);
      }
      return chat;
    }
  }
}
