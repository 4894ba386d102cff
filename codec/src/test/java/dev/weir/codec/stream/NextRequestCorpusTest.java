package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Rewritten;
import dev.weir.codec.stream.CorpusTest.Folder;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.Verdict;
import dev.weir.testkit.Corpus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whatever a recorded stream holds that must go back is in the next request, in the same order.
 * What that is, {@link MustGoBack} finds in the raw JSON, without our decoders.
 */
class NextRequestCorpusTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  @TestFactory
  Stream<DynamicNode> everyIdSignatureAndSealGoesBackInOrder() {
    return CorpusTest.FOLDERS.stream()
        .filter(folder ->
            folder.dialect().clientSide().isPresent() && !folder.dialect().equals(Dialects.OLLAMA))
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.name(),
                Corpus.streams(folder.name()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(), s.file().toUri(), () -> goesBack(folder, s.bytes())))));
  }

  /** Read from the request after it, an answer is what it was when it came. */
  @TestFactory
  Stream<DynamicNode> whatGoesBackIsReadAsItWas() {
    return CorpusTest.FOLDERS.stream()
        .filter(folder ->
            folder.dialect().clientSide().isPresent() && folder.dialect().serverSide().isPresent())
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder.name(),
                Corpus.streams(folder.name()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(),
                            s.file().toUri(),
                            () -> isReadBack(folder.dialect(), s.bytes())))));
  }

  private static void isReadBack(Dialect dialect, byte[] bytes) {
    Response response = Decoded.response(Decoded.events(dialect, List.of(bytes)));
    Request request =
        Request.builder()
            .message(Message.user("Hi"))
            .message(new Message.Earlier(response, dialect.word()))
            .build();
    Json body = Rewritten.write(dialect, request);
    Json again = Rewritten.write(dialect, Rewritten.read(dialect, body));
    assertThat(JsonText.canonical(again)).isEqualTo(JsonText.canonical(body));
  }

  private static void goesBack(Folder folder, byte[] bytes) {
    List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(bytes));
    Response response = Decoded.response(events);
    Verdict verdict = response.verdict();
    boolean isWhole = verdict != null && verdict.isNatural() && verdict != Verdict.LENGTH;
    if (!isWhole || events.stream().anyMatch(Fault.class::isInstance)) {
      return;
    }
    String request = folder.dialect().clientSide().orElseThrow().nextRequest(response);
    assertThat(READER.read(request).fields()).isNotEmpty();
    int from = 0;
    for (String token : MustGoBack.in(folder.dialect(), chunks(folder.dialect(), bytes))) {
      String written = new JsonText().value(token).toString();
      int at = request.indexOf(written, from);
      assertThat(at).describedAs("%s after %d in %s", written, from, request).isNotNegative();
      from = at + 1;
    }
  }

  private static List<Json> chunks(Dialect dialect, byte[] bytes) {
    List<Json> chunks = new ArrayList<>();
    var framing = dialect.framing(Limits.DEFAULT);
    framing.feed(bytes, frame -> read(frame, chunks));
    framing.end(frame -> read(frame, chunks));
    return chunks;
  }

  private static void read(Frame frame, List<Json> chunks) {
    try {
      chunks.add(READER.read(Bytes.of(frame.data().toArray())));
    } catch (JsonException notJson) {
      // [DONE] and the like hold nothing.
    }
  }
}
