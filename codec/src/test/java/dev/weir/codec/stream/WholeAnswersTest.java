package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.testkit.Corpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A recorded stream told as one object is the same answer. */
class WholeAnswersTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  @TestFactory
  Stream<DynamicNode> whatWasStreamedIsInTheOneObject() {
    return CorpusTest.FOLDERS.stream()
        .filter(folder -> folder.dialect().encoding().isPresent())
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.name(),
                Corpus.streams(folder.name()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(),
                            s.file().toUri(),
                            () -> isWhole(folder.dialect(), s.bytes())))));
  }

  private static void isWhole(Dialect dialect, byte[] bytes) {
    List<StreamEvent> events = Decoded.events(dialect, List.of(bytes));
    Response streamed = Decoded.response(events);
    Verdict verdict = streamed.verdict();
    assumeThat(verdict != null && verdict.isNatural()).isTrue();
    Response read = read(dialect, whole(dialect, events));
    for (BlockKind kind :
        List.of(BlockKind.TEXT, BlockKind.REASONING, BlockKind.REFUSAL, BlockKind.TOOL_CALL)) {
      assertThat(facts(read, kind)).as(kind.word()).isEqualTo(facts(streamed, kind));
    }
  }

  private static String whole(Dialect dialect, List<StreamEvent> events) {
    return dialect
        .serverSide()
        .orElseThrow()
        .whole(events, EventSource.SAME_DIALECT, EncodeOptions.DEFAULT);
  }

  /** The texts of a kind, and what calls are called by; the pieces may be cut elsewhere. */
  private static List<String> facts(Response response, BlockKind kind) {
    List<String> facts = new ArrayList<>();
    if (kind != BlockKind.TOOL_CALL) {
      return List.of(response.firstAnswerText(kind));
    }
    for (Response.Block block : response.firstAnswer(kind)) {
      Json arguments = ProviderJson.object(block.text());
      // What is not an object cannot be told where one is wanted.
      String given = arguments == null ? "" : JsonText.canonical(arguments);
      facts.add("%s %s %s".formatted(block.id(), block.name(), given));
    }
    return facts;
  }

  private static Response read(Dialect dialect, String whole) {
    Json body = READER.read(whole);
    Json chunk =
        dialect.equals(Dialects.OPENAI_RESPONSES)
            ? new Json.Fields(Map.of("type", new Json.Text("response.completed"), "response", body))
            : body;
    var assembler = new ResponseAssembler();
    var writer = new EventWriter(Limits.DEFAULT);
    writer.to(assembler::accept);
    DialectDecoder decoder = dialect.decoder(writer, DecodeOptions.DEFAULT);
    decoder.chunk(Frame.data(""), chunk);
    decoder.end();
    writer.end(Verdict.COMPLETE, null);
    return assembler.response();
  }

  @Test
  void callsOfSeveralChunksAndBothChoicesAreInACompletion() {
    String stream =
        Decoded.sse(
            "{\"id\":\"c\",\"model\":\"m\",\"created\":7,\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"a\"}},{\"index\":1,\"delta\":{\"content\":\"x\"}}]}",
            "{\"id\":\"c\",\"model\":\"m\",\"created\":7,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"b\",\"tool_calls\":[{\"index\":0,\"id\":\"t\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}",
            "{\"id\":\"c\",\"model\":\"m\",\"created\":7,\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]},\"finish_reason\":\"tool_calls\"},{\"index\":1,\"delta\":{},\"finish_reason\":\"stop\"}]}",
            "[DONE]");
    Json whole =
        READER.read(whole(Dialects.OPENAI_CHAT, Decoded.events(Dialects.OPENAI_CHAT, stream)));
    Json first = whole.get("choices").at(0);
    assertThat(first.get("message").get("content").text()).isEqualTo("ab");
    assertThat(first.get("message").get("tool_calls").toText())
        .isEqualTo(
            "[{\"id\":\"t\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]");
    assertThat(first.get("finish_reason").text()).isEqualTo("tool_calls");
    assertThat(whole.get("choices").at(1).get("message").get("content").text()).isEqualTo("x");
    assertThat(whole.get("object").text()).isEqualTo("chat.completion");
  }
}
