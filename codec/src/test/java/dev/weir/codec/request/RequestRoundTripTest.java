package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Thinking.Level;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A request that a dialect can carry is the same after it was written and read again. */
class RequestRoundTripTest {
  static final List<Dialect> TWO_SIDED =
      Dialects.own().stream()
          .filter(d -> d.clientSide().isPresent() && d.serverSide().isPresent())
          .toList();

  private static final Json SCHEMA =
      new Json.Fields(
          Map.of(
              "type", new Json.Text("object"),
              "properties", new Json.Fields(Map.of("a", new Json.Fields(Map.of())))));
  private static final int ROUNDS = 300;

  /** What one dialect can carry; everything else is carried by all. */
  private record Carried(
      String model, Set<String> features, List<Thinking> thinking, List<OutputFormat> formats) {

    boolean has(String feature) {
      return features.contains(feature);
    }
  }

  private static Thinking effort(Level level) {
    return new Thinking.Effort(level);
  }

  private static Carried carriedBy(Dialect dialect) {
    List<Thinking> efforts =
        List.of(
            new Thinking.Off(),
            effort(Level.MINIMAL),
            effort(Level.LOW),
            effort(Level.MEDIUM),
            effort(Level.HIGH));
    OutputFormat any = new OutputFormat.AnyJson();
    OutputFormat named = new OutputFormat.JsonSchema("weather", SCHEMA);
    OutputFormat open = new OutputFormat.JsonSchema("weather", SCHEMA, /* strict= */ false, "D");
    OutputFormat unnamed = new OutputFormat.JsonSchema(OutputFormat.UNNAMED, SCHEMA);
    return switch (dialect.word()) {
      case "openai-responses" ->
          new Carried("m", Set.of("addresses", "files"), efforts, List.of(any, open));
      case "openai-chat" ->
          new Carried(
              "m", Set.of("addresses", "files", "seed", "stop"), efforts, List.of(any, open));
      case "anthropic" ->
          new Carried(
              "claude-opus-4-7",
              Set.of("addresses", "files", "stop", "errors", "limit"),
              List.of(new Thinking.Off(), effort(Level.LOW), new Thinking.Budget(2_000)),
              List.of(unnamed));
      case "gemini" ->
          new Carried(
              "gemini-3",
              Set.of("addresses", "seed", "stop", "errors", "model in path"),
              List.of(effort(Level.LOW), effort(Level.HIGH)),
              List.of(any, unnamed));
      case "bedrock" ->
          new Carried(
              "m",
              Set.of("files", "stop", "errors", "model in path"),
              List.of(new Thinking.Budget(2_000)),
              List.of(named));
      case "ollama" ->
          new Carried(
              "m",
              Set.of("seed", "stop", "no ids"),
              List.of(new Thinking.Off(), new Thinking.On()),
              List.of(any, unnamed));
      case "cohere" ->
          new Carried(
              "m",
              Set.of("addresses", "seed", "stop"),
              List.of(new Thinking.Off(), new Thinking.On(), new Thinking.Budget(99)),
              List.of(any, unnamed));
      default -> throw new IllegalArgumentException("Say what %s carries".formatted(dialect));
    };
  }

  @ParameterizedTest
  @FieldSource("TWO_SIDED")
  void whatIsWrittenIsReadBack(Dialect dialect) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      Request request = new Requests(dialect, carriedBy(dialect), new Random(seed)).next();
      Json body = Rewritten.write(dialect, request);
      Request read = Rewritten.read(dialect, body);
      assertThat(comparable(dialect, read))
          .as("seed %d: %s", seed, body.toText())
          .isEqualTo(comparable(dialect, request));
    }
  }

  /** A request with its earlier answers as they go back, which is all that a request tells. */
  private static List<Object> comparable(Dialect dialect, Request request) {
    List<Object> messages = new ArrayList<>();
    for (Message message : request.messages()) {
      messages.add(
          message instanceof Message.Earlier earlier
              ? dialect.clientSide().orElseThrow().nextRequest(earlier.response())
              : unmarked(message));
    }
    boolean namesModel = !carriedBy(dialect).has("model in path");
    return List.of(
        messages,
        namesModel ? String.valueOf(request.modelName()) : "",
        request.tools().stream().map(tool -> tool.withNote(Note.NONE).withStrict(null)).toList(),
        String.valueOf(request.thinking()),
        request.sampling(),
        String.valueOf(request.format()),
        String.valueOf(request.maxOutputTokens()));
  }

  /** A message without where it was read. */
  private static Object unmarked(Message message) {
    return switch (message) {
      case Message.Instruction told -> told.text();
      case Message.User user -> unmarked(user.contents());
      case Message.Assistant said -> said.text();
      case Message.Earlier earlier -> earlier.response();
      case Message.ToolOutputs outputs ->
          outputs.outputs().stream()
              .map(o ->
                  List.of(
                      String.valueOf(o.callId()),
                      o.toolName(),
                      unmarked(o.contents()),
                      o.isError()))
              .toList();
    };
  }

  private static List<Object> unmarked(List<Content> contents) {
    List<Object> plain = new ArrayList<>();
    for (Content content : contents) {
      plain.add(
          switch (content) {
            case Content.Text text -> text.text();
            case Content.Attachment a ->
                new Content.Attachment(a.kind(), a.source(), a.name(), a.detail(), Note.NONE);
            case Content.Value value -> value.json();
            case Content.Other other -> other.json();
          });
    }
    return plain;
  }

  /** Makes requests of what a dialect carries. */
  private record Requests(Dialect dialect, Carried carried, Random random) {

    private <T> @Nullable T maybe(Supplier<T> value) {
      return random.nextBoolean() ? value.get() : null;
    }

    private <T> T oneOf(List<T> values) {
      return values.get(random.nextInt(values.size()));
    }

    private String words() {
      return oneOf(List.of("Rain?", "«Ja», \"sí\" \\ \n", "{\"a\": 1}", "🌧️", "Tell me"));
    }

    Request next() {
      Request.Builder request = Request.builder().modelName(carried.model());
      if (random.nextBoolean()) {
        request.message(new Message.Instruction(words()));
      }
      int turns = 1 + random.nextInt(3);
      for (int turn = 0; turn < turns; turn++) {
        request.message(new Message.User(contents()));
        if (random.nextBoolean()) {
          request.message(new Message.Assistant(words()));
        } else {
          calls(request, "c" + turn);
        }
      }
      request.message(new Message.User(contents()));
      if (random.nextBoolean()) {
        request.tool(new ToolSpec("weather", words(), SCHEMA));
        request.tool(new ToolSpec("now", "", SCHEMA));
      }
      Thinking thinking = maybe(() -> oneOf(carried.thinking()));
      request.thinking(thinking).format(maybe(() -> oneOf(carried.formats())));
      // With thinking, Anthropic has no temperature.
      boolean isFree = thinking == null || !carried.has("limit");
      request.sampling(
          new Sampling(
              isFree ? maybe(() -> oneOf(List.of(0.0, 0.5, 1.0))) : null,
              isFree ? maybe(() -> 0.25) : null,
              carried.has("seed") ? maybe(() -> 7L) : null,
              carried.has("stop") ? oneOf(List.of(List.of(), List.of("END", "."))) : List.of()));
      Integer limit = maybe(() -> 4_000);
      request.maxOutputTokens(carried.has("limit") ? Integer.valueOf(4_000) : limit);
      return request.build();
    }

    private List<Content> contents() {
      List<Content> contents = new ArrayList<>();
      contents.add(new Content.Text(words()));
      if (random.nextInt(3) == 0) {
        contents.add(Content.image("image/png", "iVBORw0KGgo="));
      }
      if (carried.has("addresses") && random.nextInt(3) == 0) {
        contents.add(Content.imageAt("https://x/y.png"));
      }
      if (carried.has("files") && random.nextInt(3) == 0) {
        contents.add(Content.file("a.pdf", "application/pdf", "JVBERi0="));
      }
      return contents;
    }

    /** An answer that thinks and calls, and what the tools gave. */
    private void calls(Request.Builder request, String id) {
      int itemOutput = dialect.equals(Dialects.OPENAI_RESPONSES) ? 1 : 0;
      var assembler = new ResponseAssembler();
      var sealed = new Reasoning(null, List.of(), null, "seal", /* redacted= */ false);
      EventScript script = EventScript.response().reasoning(sealed, words());
      script.output(itemOutput).call(id + "a", "weather", "{\"city\":\"Graz\"}");
      script.output(2 * itemOutput).call(id + "b", "now", "{}");
      script
          .finish(FinishReason.TOOL_CALLS, "tool_calls")
          .end(Verdict.TOOL_CALLS, "tool_calls")
          .forEach(assembler::accept);
      Response answer = assembler.response();
      boolean isError = carried.has("errors") && random.nextBoolean();
      request.message(new Message.Earlier(answer, dialect.word()));
      request.message(
          new Message.ToolOutputs(
              List.of(
                  new ToolOutput(callId(id + "a"), "weather", words(), isError),
                  new ToolOutput(callId(id + "b"), "now", "12:00", /* isError= */ false))));
    }

    private @Nullable String callId(String id) {
      return carried.has("no ids") ? null : id;
    }
  }
}
