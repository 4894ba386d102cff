package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Note;
import dev.weir.event.BlockKind;
import dev.weir.event.Pass;
import dev.weir.event.PassSplitter;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.log.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A conversation in a file: as Markdown for people, or as JSON lines that can be loaded again with
 * every signature in its place.
 *
 * <pre>
 * {"weir":"chat","version":1,"system":"Be brief."}
 * {"you":"Why is the sky blue?"}
 * {"answer":{"provider":"anthropic","dialect":"anthropic"}}
 * {"type":"response_start", …}     the events of the answer, one per line
 * </pre>
 */
final class ChatFile {
  private static final int VERSION = 1;
  private static final long MAX_BYTES = 256L << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 64 << 20);

  private ChatFile() {}

  /** What a file held. */
  record Loaded(@Nullable String system, Talk talk) {}

  /**
   * Writes a conversation to a new file.
   *
   * @throws IllegalArgumentException if it cannot be written; the message says why
   */
  static void save(Path file, @Nullable String system, Talk talk) {
    boolean isForPeople = file.toString().toLowerCase(Locale.ROOT).endsWith(".md");
    String text = isForPeople ? markdown(system, talk) : lines(system, talk);
    try (OutputStream out = PrivateFiles.create(file)) {
      out.write(text.getBytes(UTF_8));
    } catch (FileAlreadyExistsException exists) {
      throw new IllegalArgumentException(file + " exists; name another file", exists);
    } catch (IOException failed) {
      throw new IllegalArgumentException("Cannot write %s: %s".formatted(file, failed), failed);
    }
  }

  private static String lines(@Nullable String system, Talk talk) {
    var text = new StringBuilder();
    text.append(
            new JsonText()
                .beginObject()
                .field("weir", "chat")
                .field("version", VERSION)
                .fieldIfAny("system", system)
                .endObject())
        .append('\n');
    for (Talk.Turn turn : talk.turns()) {
      text.append(asked(turn.asked())).append('\n');
      text.append(
              new JsonText()
                  .beginObject()
                  .name("answer")
                  .beginObject()
                  .field("provider", turn.provider())
                  .field("dialect", turn.dialect())
                  .endObject()
                  .endObject())
          .append('\n');
      turn.events().forEach(event -> text.append(EventJson.write(event)).append('\n'));
    }
    return text.toString();
  }

  private static JsonText asked(Question asked) {
    var json = new JsonText().beginObject().field("you", asked.words());
    if (!asked.equals(Question.of(asked.words()))) {
      json.name("contents").beginArray();
      for (Content content : asked.contents()) {
        json.beginObject();
        switch (content) {
          case Content.Text said -> json.field("text", said.text());
          case Content.Attachment shown -> attachment(json, shown);
          case Content.Value value -> json.field("text", value.json().toText());
          case Content.Other other ->
              json.field("dialect", other.dialect()).name("json").value(other.json());
        }
        json.endObject();
      }
      json.endArray();
    }
    return json.endObject();
  }

  /**
   * Pictures and documents have fields of their own, which came first; others say what they are.
   */
  private static void attachment(JsonText json, Content.Attachment shown) {
    boolean isDocument = shown.kind() == Content.Kind.DOCUMENT;
    if (!isDocument && shown.kind() != Content.Kind.IMAGE) {
      json.field("kind", shown.kind().name().toLowerCase(Locale.ROOT));
    }
    json.fieldIfAny(isDocument ? "file" : "name", shown.name())
        .fieldIfAny("detail", shown.detail());
    switch (shown.source()) {
      case Content.Source.Inline inline ->
          json.field("mediaType", inline.mediaType())
              .field(isDocument ? "document" : "base64", inline.base64());
      case Content.Source.At at ->
          json.fieldIfAny("mediaType", at.mediaType())
              .field(isDocument ? "documentUrl" : "url", at.url());
      case Content.Source.Stored stored ->
          json.field(isDocument ? "documentId" : "id", stored.id());
      case Content.Source.Plain plain -> json.field("documentText", plain.text());
    }
  }

  /**
   * Reads a conversation back.
   *
   * @throws IllegalArgumentException if it is not one; the message says what is wrong
   */
  static Loaded load(Path file) {
    List<String> lines;
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(
            "%s is larger than %,d bytes".formatted(file, MAX_BYTES));
      }
      lines = Files.readAllLines(file, UTF_8);
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException("No such file: " + file, missing);
    } catch (IOException failed) {
      throw notAChat(file, "it cannot be read: " + failed.getMessage());
    }
    var loading = new Loading();
    int number = 0;
    try {
      for (String line : lines) {
        number++;
        loading.line(line);
      }
    } catch (JsonException | ArithmeticException broken) {
      throw notAChat(file, "line %,d: %s".formatted(number, broken.getMessage()));
    }
    loading.end();
    return new Loaded(loading.system, loading.talk);
  }

  private static IllegalArgumentException notAChat(Path file, String why) {
    boolean isForPeople = file.toString().toLowerCase(Locale.ROOT).endsWith(".md");
    return new IllegalArgumentException(
        isForPeople
            ? "%s is for reading; /save it to a name without .md to load it again".formatted(file)
            : "%s is not a saved chat; %s".formatted(file, why));
  }

  /** A file that is being read. */
  private static final class Loading {
    private final Talk talk = new Talk();
    private @Nullable String system;
    private boolean begun;
    private @Nullable Question asked;
    private String provider = "";
    private String dialect = "";
    private final List<StreamEvent> events = new ArrayList<>();

    void line(String line) {
      Json json = READER.read(line);
      if (!begun) {
        if (!"chat".equals(json.get("weir").text())) {
          throw new JsonException("expected {\"weir\":\"chat\", …}");
        }
        Long version = json.get("version").number();
        if (version == null || version > VERSION) {
          throw new JsonException(
              "it is version %s; this program reads up to %d".formatted(version, VERSION));
        }
        begun = true;
        system = json.get("system").text();
      } else if (json.has("you")) {
        end();
        asked = question(json);
      } else if (json.has("answer")) {
        provider = json.get("answer").get("provider").textOrEmpty();
        dialect = json.get("answer").get("dialect").textOrEmpty();
      } else {
        events.add(EventJson.read(line));
      }
    }

    void end() {
      Question question = asked;
      if (question != null) {
        talk.add(new Talk.Turn(question, provider, dialect, events));
      }
      asked = null;
      events.clear();
    }

    private static Content content(Json json) {
      if (json.has("text")) {
        return new Content.Text(json.get("text").textOrEmpty());
      }
      return json.has("json")
          ? new Content.Other(json.get("dialect").textOrEmpty(), json.get("json"))
          : new Content.Attachment(
              kind(json),
              source(json),
              json.get(json.has("file") ? "file" : "name").text(),
              json.get("detail").text(),
              Note.NONE);
    }

    private static Content.Kind kind(Json json) {
      boolean isDocument = json.fields().keySet().stream().anyMatch(n -> n.startsWith("document"));
      return switch (json.get("kind").textOrEmpty()) {
        case "audio" -> Content.Kind.AUDIO;
        case "video" -> Content.Kind.VIDEO;
        default -> isDocument ? Content.Kind.DOCUMENT : Content.Kind.IMAGE;
      };
    }

    private static Content.Source source(Json json) {
      for (String name : List.of("base64", "document")) {
        if (json.has(name)) {
          return new Content.Source.Inline(
              json.get("mediaType").textOrEmpty(), json.get(name).textOrEmpty());
        }
      }
      for (String name : List.of("id", "documentId")) {
        if (json.has(name)) {
          return new Content.Source.Stored(json.get(name).textOrEmpty());
        }
      }
      if (json.has("documentText")) {
        return new Content.Source.Plain(json.get("documentText").textOrEmpty());
      }
      String url = json.get(json.has("documentUrl") ? "documentUrl" : "url").textOrEmpty();
      return new Content.Source.At(url, json.get("mediaType").text());
    }

    private static Question question(Json json) {
      String words = json.get("you").textOrEmpty();
      if (!json.has("contents")) {
        return Question.of(words);
      }
      List<Content> contents = new ArrayList<>();
      for (Json content : json.get("contents").items()) {
        contents.add(content(content));
      }
      return new Question(words, contents);
    }
  }

  private static String markdown(@Nullable String system, Talk talk) {
    var text = new StringBuilder();
    if (system != null) {
      entry(text, "Instruction", system);
    }
    for (Talk.Turn turn : talk.turns()) {
      entry(text, "You", turn.asked().words());
      for (Pass pass : PassSplitter.split(turn.events())) {
        var response = pass.response();
        String model = response.modelName();
        Verdict verdict = response.verdict();
        String end = verdict == null || verdict.isNatural() ? "" : " (" + verdict + ")";
        entry(text, (model == null ? "Answer" : model) + end, response.text(BlockKind.TEXT));
        pass.outputs().forEach(output -> entry(text, output.toolName(), output.text()));
      }
    }
    return text.toString();
  }

  private static void entry(StringBuilder text, String who, String said) {
    text.append("## ").append(who).append("\n\n").append(said.strip()).append("\n\n");
  }
}
