package dev.weir.gateway.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import java.util.List;

/** How a client of one dialect asks. */
record Door(Dialect dialect, String path, String body) {
  static final Door CHAT =
      new Door(
          Dialects.OPENAI_CHAT,
          "/v1/chat/completions",
          """
          {"model": "MODEL", "stream": STREAM, "messages": [{"role": "user", "content": "hello"}]}\
          """);

  static final Door RESPONSES =
      new Door(
          Dialects.OPENAI_RESPONSES,
          "/v1/responses",
          """
          {"model": "MODEL", "stream": STREAM, "input": [{"role": "user", "content": "hello"}]}\
          """);

  static final Door ANTHROPIC =
      new Door(
          Dialects.ANTHROPIC,
          "/v1/messages",
          """
          {"model": "MODEL", "stream": STREAM, "max_tokens": 1000,
           "messages": [{"role": "user", "content": "hello"}]}\
          """);

  static final Door GEMINI =
      new Door(
          Dialects.GEMINI,
          "/v1beta/models/MODEL:VERB",
          """
          {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}\
          """);

  static final Door OLLAMA =
      new Door(
          Dialects.OLLAMA,
          "/api/chat",
          """
          {"model": "MODEL", "stream": STREAM, "messages": [{"role": "user", "content": "hello"}]}\
          """);

  static final Door GENERATE =
      new Door(
          Dialects.OLLAMA,
          "/api/generate",
          """
          {"model": "MODEL", "stream": STREAM, "prompt": "hello"}\
          """);

  static final List<Door> ALL = List.of(CHAT, RESPONSES, ANTHROPIC, GEMINI, OLLAMA);

  @Override
  public String toString() {
    return dialect.word();
  }

  String path(String model, boolean streams) {
    return path.replace("MODEL", model)
        .replace("VERB", streams ? "streamGenerateContent?alt=sse" : "generateContent");
  }

  String body(String model, boolean streams) {
    return body.replace("MODEL", model).replace("STREAM", Boolean.toString(streams));
  }

  /** What a client of the dialect makes of an answer, streamed or whole. */
  Response read(String answer) {
    var assembler = new ResponseAssembler();
    var decoder = new StreamDecoder(dialect);
    decoder.feed(answer.getBytes(UTF_8), assembler::accept);
    decoder.end(assembler::accept);
    return assembler.response();
  }

  /** What of an answer every dialect can tell. */
  static String gist(Response response) {
    List<String> calls =
        response.blocks(BlockKind.TOOL_CALL).stream()
            .map(call -> call.name() + call.text().replace(" ", ""))
            .toList();
    return "%s: [%s] %s %s"
        .formatted(
            response.verdict(),
            response.text(BlockKind.REASONING),
            response.text(BlockKind.TEXT),
            calls);
  }
}
