package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Style;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request being written in a dialect. What was read from the same dialect goes back as it was;
 * what the dialect does not carry is reported: a writer names only what it carries, and whatever it
 * does not name counts as lost.
 */
public final class Draft {
  private final Request request;
  private final String dialect;
  private final String messagesField;
  private final String contentField;
  private final Tree body = new Tree();
  private final PartLosses lost;
  private final Set<Setting> carried = EnumSet.noneOf(Setting.class);
  private boolean joinsRoles;
  private @Nullable Tree open;
  private String openPath = "";
  private String openRole = "";

  /**
   * Begins with nothing.
   *
   * @param dialect the word of the dialect to write
   * @param messagesField what the dialect calls the conversation
   * @param contentField what it calls the parts of a message
   */
  public Draft(Request request, String dialect, String messagesField, String contentField) {
    this.request = request;
    this.dialect = dialect;
    this.messagesField = messagesField;
    this.contentField = contentField;
    this.lost = new PartLosses(dialect);
    request.lost().forEach(lost::add);
  }

  /** Joins messages of one role that follow each other, as the dialect requires. */
  public Draft joiningRoles() {
    joinsRoles = true;
    return this;
  }

  /** The dialect has cache marks on anything that is said. */
  public Draft markingCache() {
    lost.markCache();
    return this;
  }

  /** What parts of the request lose. */
  public PartLosses lost() {
    return lost;
  }

  /** Reports limits on domains that a built-in tool of this provider cannot take. */
  public void loseDomains(BuiltInTool tool, String place, boolean allowed, boolean blocked) {
    if (allowed && !tool.allowedDomains().isEmpty()) {
      lost.add(RequestLoss.ofMeaning(place, "its domains cannot be limited in " + dialect));
    }
    if (blocked && !tool.blockedDomains().isEmpty()) {
      lost.add(RequestLoss.ofMeaning(place, "domains cannot be blocked in " + dialect));
    }
  }

  public Request request() {
    return request;
  }

  public String dialect() {
    return dialect;
  }

  public Tree body() {
    return body;
  }

  /** Whether the request was read from this dialect, so that nothing is added to it. */
  public boolean isOwn() {
    Origin origin = request.origin();
    return origin != null && origin.isOf(dialect);
  }

  /** Whether a body of this dialect said the setting in its own way. */
  private boolean isSpelled(Setting setting) {
    Origin spelling = request.spellings().get(setting);
    return spelling != null && spelling.isOf(dialect);
  }

  /** Carries a setting of the request: as a body of this dialect said it, or as written here. */
  public Draft carry(Setting setting, Runnable write) {
    carried.add(setting);
    if (!isSpelled(setting) && setting.isIn(request)) {
      write.run();
    }
    return this;
  }

  public Draft carry(Setting setting, String field, @Nullable Number value) {
    return carry(setting, () -> body.putIfAny(field, value));
  }

  public Draft carry(Setting setting, String field, @Nullable String value) {
    return carry(setting, () -> body.putIfAny(field, value));
  }

  public Draft carry(Setting setting, String field, @Nullable Boolean value) {
    return carry(setting, () -> body.putIfAny(field, value));
  }

  /** Something of a setting is lost, or written as something else. */
  public void lose(Setting setting, String why) {
    fields(setting)
        .forEach(field -> lost.add(new RequestLoss(field, why, setting.changesMeaning())));
  }

  /** A setting is written as the nearest that the dialect has. */
  public void approximate(Setting setting, String written) {
    lost.add(RequestLoss.of(field(setting), "the nearest in %s is %s".formatted(dialect, written)));
  }

  /** All places where a setting was in the client's body, or what we call it. */
  private List<String> fields(Setting setting) {
    Origin spelling = request.spellings().get(setting);
    if (spelling == null) {
      return List.of(setting.word());
    }
    List<String> fields = new ArrayList<>();
    collect("", spelling.json(), spelling.path(), fields);
    return fields;
  }

  private static void collect(String path, Json json, String first, List<String> fields) {
    if (path.equals(first) || !json.isObject()) {
      fields.add(path);
    } else {
      json.fields()
          .forEach((name, value) ->
              collect(path.isEmpty() ? name : path + "." + name, value, first, fields));
    }
  }

  /** Where a setting was in the client's body, or what we call it. */
  public String field(Setting setting) {
    Origin spelling = request.spellings().get(setting);
    return spelling == null ? setting.word() : spelling.path();
  }

  public void lose(RequestLoss loss) {
    lost.add(loss);
  }

  /** What a part was read from, if that was this dialect; otherwise reports what it loses. */
  public @Nullable Origin own(@Nullable Origin origin) {
    lost.of(origin);
    return origin != null && origin.isOf(dialect) ? origin : null;
  }

  /**
   * The message that a part belongs to: the one being written if both were in the same one, else a
   * new one, with what only this dialect has of it.
   */
  public Tree message(@Nullable Origin shell, String role) {
    Origin own = own(shell);
    Tree begun = open;
    boolean isSame =
        own == null ? joinsRoles && role.equals(openRole) : own.path().equals(openPath);
    if (begun != null && isSame) {
      return begun;
    }
    close();
    var message = new Tree();
    if (own == null) {
      message.put("role", role);
    } else {
      own.json().fields().forEach(message::put);
    }
    openPath = own == null ? "" : own.path();
    openRole = own == null ? role : "";
    open = message;
    return message;
  }

  /** Ends the message that is being written. */
  void close() {
    // A message of which nothing is left has been reported, and would be refused.
    if (open != null && (openRole.isEmpty() || open.has(contentField))) {
      body.add(messagesField, open);
    }
    open = null;
  }

  /** Adds a message, or several, as they are. */
  public void add(Json message) {
    close();
    if (message instanceof Json.Items several) {
      several.list().forEach(one -> body.add(messagesField, one));
    } else {
      body.add(messagesField, message);
    }
  }

  public void add(Tree message) {
    add(message.json());
  }

  /** What a tool returned, as a message of its own: as it was, or as it is written now. */
  public void output(Note note, Tree message) {
    Origin own = own(note.origin());
    if (own == null) {
      lost.cache(note);
    }
    add(own == null ? message.json() : own.json());
  }

  /** What a tool returned, as a part of a message: as it was, or as it is written now. */
  public void outputPart(Tree message, MessageWalk.Output output, Supplier<Tree> write) {
    Origin own = own(output.note().origin());
    if (own == null) {
      lost.cache(output.note());
    }
    message.add(contentField, own == null ? write.get().json() : own.json());
  }

  /** Adds a dialect's next request to the messages. */
  public void continueWith(String nextRequest) {
    close();
    body.continueWith(nextRequest);
  }

  /**
   * What the model was told, as a body of this dialect said it: a message in its place, or a field
   * before the conversation.
   */
  void instruction(Message.Instruction told, Origin own, Function<Content, @Nullable Json> write) {
    if (own.path().startsWith(messagesField + "[")) {
      parts(message(own, ""), told.contents(), write);
      return;
    }
    boolean isField =
        told.contents().stream()
            .map(part -> PartLosses.place(part.note(), ""))
            .allMatch(at -> at.equals(own.path()) || at.startsWith(own.path() + "["));
    var holder = new Tree();
    own.json().fields().forEach(holder::put);
    parts(holder, isField ? own.path() : contentField, told.contents(), write);
    if (isField) {
      holder.json().fields().forEach(body::put);
    } else {
      body.put(own.path(), holder);
    }
  }

  /** The parts of a message: as they were, or as they are written now. */
  public void parts(Tree message, List<Content> contents, Function<Content, @Nullable Json> write) {
    parts(message, contentField, contents, write);
  }

  /**
   * Parts under a field: as they were, or as they are written now. A part that is not written has
   * been reported.
   */
  public void parts(
      Tree message, String field, List<Content> contents, Function<Content, @Nullable Json> write) {
    for (Content content : contents) {
      Json json = part(content, contents.size() == 1 && !message.has(field), write);
      if (json instanceof Json.Text || (json != null && stoodAlone(content))) {
        message.put(field, json);
      } else if (json != null) {
        message.add(field, json);
      }
    }
  }

  /** Whether a body of this dialect had it in place of an array. */
  private boolean stoodAlone(Content content) {
    Origin origin = content.note().origin();
    return origin != null && origin.isOf(dialect) && !origin.path().endsWith("]");
  }

  private @Nullable Json part(
      Content content, boolean isOnly, Function<Content, @Nullable Json> write) {
    Origin own = own(content.note().origin());
    if (own != null && (isOnly || !(own.json() instanceof Json.Text))) {
      return own.json();
    }
    return write.apply(content);
  }

  /** Drops what only another dialect has, and reports it. */
  public @Nullable Json drop(Content content, String why) {
    lost.add(RequestLoss.ofMeaning(PartLosses.place(content.note(), "messages"), why));
    return null;
  }

  /** What only one dialect has; nothing if it is not this one. */
  public @Nullable Json own(Content.Other other) {
    if (other.dialect().equals(dialect)) {
      return other.json();
    }
    String why = "%s has no such part, only %s has".formatted(dialect, other.dialect());
    boolean isMark = other.json().has("cachePoint");
    lost.add(new RequestLoss(PartLosses.place(other.note(), "messages"), why, !isMark));
    return null;
  }

  /** Names the model, unless there is no name. */
  public Draft model(String modelName) {
    if (!modelName.isEmpty()) {
      body.put("model", modelName);
    }
    return this;
  }

  /**
   * Asks for a stream: as our own reader needs it, or exactly as the client asked.
   *
   * @param unasked whether the dialect streams when it is not asked to
   * @param ours asks as our own reader needs it
   */
  public Draft stream(Style style, boolean unasked, Runnable ours) {
    Boolean asked = style.asked();
    if (asked == null) {
      ours.run();
    } else if (isOwn()) {
      carried.add(Setting.STREAM);
    } else if (asked != unasked) {
      body.put("stream", asked);
    }
    return this;
  }

  public Rendered done(String path, Map<String, String> headers) {
    close();
    if (!isOwn() && !body.has(messagesField)) {
      body.put(messagesField, new Json.Items(List.of()));
    }
    for (Setting setting : Setting.values()) {
      boolean isCarried = carried.contains(setting) || isSpelled(setting);
      if (setting != Setting.MODEL && setting.isIn(request) && !isCarried) {
        lose(setting, "%s has no field for it".formatted(dialect));
      }
    }
    lost.of(request.origin());
    request.spellings().values().forEach(lost::of);
    return new Rendered(path, headers, asSpelled(body.json()), /* fallback= */ null, lost.list());
  }

  /** The body with what only this dialect has, said the way it was. */
  private Json asSpelled(Json written) {
    Origin origin = request.origin();
    if (origin == null || !isOwn()) {
      return written;
    }
    Json json = Tree.merged(origin.json(), written);
    for (Map.Entry<Setting, Origin> spelling : request.spellings().entrySet()) {
      boolean counts =
          switch (spelling.getKey()) {
            // The caller sets the model; where the path names it, the body may name it too.
            case MODEL -> !body.has("model");
            case STREAM -> carried.contains(Setting.STREAM);
            default -> true;
          };
      if (counts && spelling.getValue().isOf(dialect)) {
        json = Tree.merged(json, spelling.getValue().json());
      }
    }
    return json;
  }
}
