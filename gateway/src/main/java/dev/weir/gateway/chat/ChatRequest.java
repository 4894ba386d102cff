package dev.weir.gateway.chat;

import dev.weir.codec.Bytes;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Thinking;
import dev.weir.gateway.stream.Format;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.StreamDescription.Conversation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for: the body of {@code POST /v1/chat}.
 *
 * @param messages as the client sent them, to be kept with the stream
 * @param said the same as values
 * @param after the stream whose conversation goes on
 * @param chat the chat that it belongs to; absent if it begins one, or if {@code after} says it
 * @param detach whether nobody waits for the stream
 * @param conversation where it belongs, if a front end keeps the conversation
 */
public record ChatRequest(
    @Nullable String provider,
    @Nullable String model,
    Json messages,
    ChatMessages said,
    @Nullable String after,
    @Nullable String chat,
    RequestedTools tools,
    Tuning tuning,
    Format format,
    boolean detach,
    @Nullable Conversation conversation) {

  /**
   * How the model is to answer; what is absent is left to it.
   *
   * @param options further fields of the provider's own request
   */
  record Tuning(
      @Nullable Thinking thinking,
      @Nullable Integer maxOutputTokens,
      @Nullable Double temperature,
      Map<String, Json> options) {}

  private static final int MAX_NAME = 120;
  private static final Pattern STREAM = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final JsonReader READER = JsonReader.strict(/* maxDepth= */ 64, 64 << 20);
  private static final Set<String> FIELDS =
      new TreeSet<>(
          Set.of(
              "provider",
              "model",
              "messages",
              "after",
              "chat",
              "tools",
              "thinking",
              "maxOutputTokens",
              "temperature",
              "format",
              "detach",
              "options"));

  public static ChatRequest parse(Bytes body, Formats formats) throws WrongRequestException {
    Json json = read(body);
    if (!json.isObject()) {
      throw new WrongRequestException("The body must be a JSON object with \"messages\"");
    }
    for (String name : json.fields().keySet()) {
      if (!FIELDS.contains(name)) {
        throw new WrongRequestException(
            "\"%s\" is not a field of a request; its fields are %s"
                .formatted(name, String.join(", ", FIELDS)));
      }
    }
    ChatMessages messages = ChatMessages.parse(json.get("messages"));
    String after = text(json, "after");
    if (!messages.outputs().isEmpty() && after == null) {
      throw new WrongRequestException(
          "A tool result needs \"after\", the id of the stream that called the tool");
    }
    return new ChatRequest(
        text(json, "provider"),
        text(json, "model"),
        json.get("messages"),
        messages,
        after,
        chat(json, after),
        RequestedTools.parse(json.get("tools")),
        tuning(json),
        format(text(json, "format"), formats),
        json.get("detach").isTrue(),
        /* conversation= */ null);
  }

  /** What a front end asks: it brings the whole conversation and sends fields of its own too. */
  public static ChatRequest parse(Bytes body, FrontEnd frontEnd, Formats formats)
      throws WrongRequestException {
    FrontEndRequest asked;
    try {
      asked = frontEnd.read(read(body));
    } catch (BadRequestException wrong) {
      throw new WrongRequestException(String.valueOf(wrong.getMessage()));
    }
    if (asked.thread().length() > MAX_NAME) {
      throw new WrongRequestException(
          "The name of a conversation has at most %d characters".formatted(MAX_NAME));
    }
    Json settings = asked.settings();
    return new ChatRequest(
        text(settings, "provider"),
        text(settings, "model"),
        asked.asked(),
        new ChatMessages(List.of(), asked.messages()),
        /* after= */ null,
        /* chat= */ null,
        RequestedTools.parse(settings.get("tools")).with(asked.tools()),
        tuning(settings),
        formats.of(frontEnd),
        /* detach= */ false,
        new Conversation(asked.thread(), asked.answer()));
  }

  private static @Nullable String chat(Json json, @Nullable String after)
      throws WrongRequestException {
    String chat = text(json, "chat");
    if (chat != null && after != null) {
      throw new WrongRequestException("Omit \"chat\" beside \"after\", which already says it");
    }
    if (chat != null && !STREAM.matcher(chat).matches()) {
      throw new WrongRequestException(
          "\"chat\" must be the id of a chat of yours, saw \"%s\"".formatted(shortened(chat)));
    }
    return chat;
  }

  /** The same as part of a chat. */
  public ChatRequest inChat(String first) {
    return new ChatRequest(
        provider, model, messages, said, after, first, tools, tuning, format, detach, conversation);
  }

  private static Tuning tuning(Json json) throws WrongRequestException {
    return new Tuning(
        thinking(text(json, "thinking")),
        whole(json.get("maxOutputTokens")),
        fraction(json.get("temperature")),
        new LinkedHashMap<>(json.get("options").fields()));
  }

  /** The results of the client's tools for the calls of the previous stream. */
  public List<ToolOutput> outputs() {
    return said.outputs();
  }

  private static Json read(Bytes body) throws WrongRequestException {
    try {
      return READER.read(body);
    } catch (JsonException wrong) {
      throw new WrongRequestException("The body is not JSON: " + wrong.getMessage());
    }
  }

  private static @Nullable String text(Json json, String name) throws WrongRequestException {
    Json value = json.get(name);
    if (!value.isNull() && value.text() == null) {
      throw new WrongRequestException("\"%s\" must be a string".formatted(name));
    }
    return value.textIfAny();
  }

  private static @Nullable Thinking thinking(@Nullable String word) throws WrongRequestException {
    if (word == null) {
      return null;
    }
    if (word.equals("off")) {
      return new Thinking.Off();
    }
    for (Thinking.Level level : Thinking.Level.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(word)) {
        return new Thinking.Effort(level);
      }
    }
    throw new WrongRequestException(
        "\"thinking\" must be off, minimal, low, medium or high, saw \"%s\""
            .formatted(shortened(word)));
  }

  private static @Nullable Integer whole(Json value) throws WrongRequestException {
    if (value.isNull()) {
      return null;
    }
    Long number = value.number();
    if (number == null || number < 1 || number > Integer.MAX_VALUE) {
      throw new WrongRequestException(
          "\"maxOutputTokens\" must be a whole number from 1, saw " + shortened(value.toText()));
    }
    return number.intValue();
  }

  private static @Nullable Double fraction(Json value) throws WrongRequestException {
    if (value.isNull()) {
      return null;
    }
    if (!(value instanceof Json.Num number)) {
      throw new WrongRequestException(
          "\"temperature\" must be a number, saw " + shortened(value.toText()));
    }
    return Double.valueOf(number.digits());
  }

  private static Format format(@Nullable String word, Formats formats)
      throws WrongRequestException {
    Format found = word == null ? Formats.LIFECYCLE : formats.of(word).orElse(null);
    if (found == null) {
      throw new WrongRequestException(
          "\"format\" must be %s, saw \"%s\""
              .formatted(formats.words(), shortened(String.valueOf(word))));
    }
    return found;
  }

  static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  /** The beginning of the last thing that the user said, for a list. */
  public String title() {
    String last = "";
    for (Message message : said.spoken()) {
      if (message instanceof Message.User user) {
        last = user.contents().getFirst() instanceof Content.Text words ? words.text() : "";
      }
    }
    if (last.isBlank() && !outputs().isEmpty()) {
      return "A tool result";
    }
    return Titles.of(last);
  }
}
