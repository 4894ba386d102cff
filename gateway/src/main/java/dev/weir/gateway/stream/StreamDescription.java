package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.render.ClientTools;
import dev.weir.codec.seal.SealOwner;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stream is about: kept with it, so that it means the same after a restart.
 *
 * @param owner who may read it
 * @param dialect what the provider speaks; absent if that has no name
 * @param title how the request began, for a list
 * @param after the stream whose conversation it continues
 * @param messages what was asked, as the client sent it
 * @param tellsUsage whether its client wants to be told the usage where that has to be asked for
 * @param vocabulary in which version of the events it is kept
 * @param conversation where it stands in a conversation that a front end keeps; absent if in none
 * @param chat the first stream of the chat that it belongs to; absent if it is that itself, or is
 *     older than chats
 * @param door how a client asked for it in a dialect of its own; absent if none did
 * @param node which of several gateways fetches it; absent if there is only one
 */
public record StreamDescription(
    String id,
    String owner,
    String provider,
    @Nullable String model,
    @Nullable Dialect dialect,
    Instant startedAt,
    String title,
    @Nullable String after,
    Json messages,
    boolean tellsUsage,
    int vocabulary,
    @Nullable Conversation conversation,
    @Nullable String chat,
    @Nullable Door door,
    @Nullable String node) {
  private static final int TODAY = 2;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, 256 << 20);

  /** What a stream that begins now is about. */
  public StreamDescription(
      String id,
      String owner,
      String provider,
      @Nullable String model,
      @Nullable Dialect dialect,
      Instant startedAt,
      String title,
      @Nullable String after,
      Json messages,
      boolean tellsUsage) {
    this(
        id,
        owner,
        provider,
        model,
        dialect,
        startedAt,
        title,
        after,
        messages,
        tellsUsage,
        TODAY,
        /* conversation= */ null,
        /* chat= */ null,
        /* door= */ null,
        /* node= */ null);
  }

  /**
   * A conversation that a front end keeps.
   *
   * @param id what the front end calls it
   * @param answer what it calls the answer; absent if that is ours to name
   */
  public record Conversation(String id, @Nullable String answer) {}

  /**
   * How a client asked in a dialect of its own.
   *
   * @param dialect the word of that dialect
   * @param tools those of the client that the provider knows in another form
   * @param repeated what the answer repeats of the request, where the dialect does that
   */
  public record Door(String dialect, ClientTools tools, Json repeated) {}

  /** The same in a conversation that a front end keeps. */
  public StreamDescription in(Conversation place) {
    return with(messages, place, chat, door, node);
  }

  /** The same, asked for at a door. */
  public StreamDescription askedAt(Door at) {
    return with(messages, conversation, chat, at, node);
  }

  /** The same, fetched by one of several gateways; absent if there is only one. */
  StreamDescription on(@Nullable String gateway) {
    return with(messages, conversation, chat, door, gateway);
  }

  private StreamDescription with(
      Json asked,
      @Nullable Conversation place,
      @Nullable String first,
      @Nullable Door at,
      @Nullable String gateway) {
    return new StreamDescription(
        id,
        owner,
        provider,
        model,
        dialect,
        startedAt,
        title,
        after,
        asked,
        tellsUsage,
        vocabulary,
        place,
        first,
        at,
        gateway);
  }

  /** The same in a chat; absent if it begins one. */
  public StreamDescription inChat(@Nullable String first) {
    return with(messages, conversation, first, door, node);
  }

  /** Which of a client's tools have to be put back into its own words for its dialect. */
  ClientTools toolsFor(Dialect client) {
    return door != null && door.dialect().equals(client.word()) ? door.tools() : ClientTools.NONE;
  }

  /** What an answer in the client's dialect repeats of the request. */
  Json repeatedFor(Dialect client) {
    return door != null && door.dialect().equals(client.word()) ? door.repeated() : Json.Null.NULL;
  }

  /** The names under which a front end knows the answer. */
  AnswerPlace place() {
    String named = conversation == null ? null : conversation.answer();
    return new AnswerPlace(
        id, conversation == null ? id : conversation.id(), named == null ? id : named);
  }

  /** Who can read what is opaque in it; nobody if the provider's dialect has no name. */
  Optional<SealOwner> sealOwner() {
    return dialect == null
        ? Optional.empty()
        : Optional.of(new SealOwner(provider, model == null ? "" : model, dialect.word()));
  }

  /** Gives a fold the kept events as current ones, whenever they were written. */
  Fold inTodaysWords(Fold fold) {
    return vocabulary < TODAY ? new FirstVocabulary(dialect, fold) : fold;
  }

  /** How the lifecycle of the stream is told: as it was while it was live. */
  LifecycleOptions told(LifecycleOptions options) {
    return vocabulary < TODAY ? options.withoutRuns() : options;
  }

  String toText() {
    var json =
        new JsonText()
            .beginObject()
            .field("id", id)
            .field("owner", owner)
            .field("provider", provider)
            .fieldIfAny("model", model)
            .fieldIfAny("dialect", dialect == null ? null : dialect.word())
            .field("startedAt", startedAt.toEpochMilli())
            .field("title", title)
            .fieldIfAny("after", after)
            .name("messages")
            .value(messages)
            .field("vocabulary", vocabulary)
            .flag("omitsUsage", !tellsUsage)
            .fieldIfAny("conversation", conversation == null ? null : conversation.id())
            .fieldIfAny("answer", conversation == null ? null : conversation.answer())
            .fieldIfAny("chat", chat)
            .fieldIfAny("node", node);
    if (door != null) {
      json.name("door").beginObject().field("dialect", door.dialect());
      if (!door.tools().isEmpty()) {
        json.name("tools").value(door.tools().toJson());
      }
      if (!door.repeated().fields().isEmpty()) {
        json.name("repeated").value(door.repeated());
      }
      json.endObject();
    }
    return json.endObject().toString();
  }

  static StreamDescription parse(String text) {
    Json json = READER.read(text);
    String dialect = json.get("dialect").text();
    Long started = json.get("startedAt").number();
    Long vocabulary = json.get("vocabulary").number();
    String conversation = json.get("conversation").text();
    Json door = json.get("door");
    return new StreamDescription(
        json.get("id").textOrEmpty(),
        json.get("owner").textOrEmpty(),
        json.get("provider").textOrEmpty(),
        json.get("model").text(),
        dialect == null ? null : Dialects.of(dialect).orElse(null),
        Instant.ofEpochMilli(started == null ? 0 : started),
        json.get("title").textOrEmpty(),
        json.get("after").text(),
        json.get("messages"),
        !json.get("omitsUsage").isTrue(),
        vocabulary == null ? 1 : Math.toIntExact(vocabulary),
        conversation == null ? null : new Conversation(conversation, json.get("answer").text()),
        json.get("chat").text(),
        door.isObject()
            ? new Door(
                door.get("dialect").textOrEmpty(),
                ClientTools.parse(door.get("tools")),
                door.get("repeated"))
            : null,
        json.get("node").text());
  }

  /** The same without what was asked, which may be large and is rarely needed. */
  StreamDescription withoutMessages() {
    return with(Json.Null.NULL, conversation, chat, door, node);
  }
}
