package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.dialect.WholeAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.ndjson.NdjsonDecoder;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.script.ScriptReader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A dialect that stands in one class is decoded, written, guessed, asked and simulated. */
class ToyDialectTest {
  private static final Dialect TOY = new ToyDialect();
  private static final byte[] STREAM =
      "{\"toy\":\"Hel\"}\n{\"toy\":\"lo\"}\n{\"toy\":null,\"over\":true}\n".getBytes(UTF_8);

  private static List<StreamEvent> decoded(byte[] bytes) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(TOY);
    decoder.feed(bytes.clone(), events::add);
    decoder.end(events::add);
    return events;
  }

  @Test
  void itIsDecodedAndWritten() {
    List<StreamEvent> events = decoded(STREAM);
    assertThat(WholeAnswer.of(events).text(BlockKind.TEXT)).isEqualTo("Hello");
    assertThat(WholeAnswer.of(events).response().verdict()).isEqualTo(Verdict.COMPLETE);
    var bytes = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(TOY, TOY, EncodeOptions.DEFAULT);
    events.forEach(event -> encoder.accept(event, bytes::writeBytes));
    assertThat(decoded(bytes.toByteArray())).isEqualTo(events);
  }

  @Test
  void itIsGuessed() {
    assertThat(DialectGuess.among(List.of(TOY), STREAM, /* isWhole= */ true)).contains(TOY);
  }

  @Test
  void itIsAskedAndSimulated() throws Exception {
    var script = ScriptReader.read("toy.yaml", "answers: [{say: [{text: '«${prompt}»'}]}]");
    var options =
        SimulatorOptions.defaults().atOnce().withScript(script).withDialects(List.of(TOY));
    try (var simulator = Simulator.start(options);
        var weir =
            Weir.of(Provider.builder("toy", TOY, simulator.url()).defaultModel("m").build())) {
      Response response = weir.response(Request.of("Hello?"));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("«Hello?»");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }
  }

  private static final class ToyDialect extends Dialect
      implements Encoding, ClientSide, ServerSide {
    ToyDialect() {
      super("toy");
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return new NdjsonDecoder(limits.maxFrameBytes());
    }

    @Override
    public StreamForm streamForm() {
      return StreamForm.LINES;
    }

    @Override
    public DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new ToyDecoder(writer);
    }

    @Override
    public ChunkTable chunkTable() {
      return (frame, json) -> Chunk.status("toy", json.has("over"), frame.data());
    }

    @Override
    public boolean isMarked(Json chunk) {
      return chunk.has("toy");
    }

    @Override
    public DialectEncoder encoder(EventSource source, EncodeOptions options) {
      return new ToyEncoder();
    }

    @Override
    public Rendered write(Request request, String modelName, Style style) {
      Message last = request.messages().getLast();
      String asked =
          last instanceof Message.User user
                  && user.contents().getFirst() instanceof Content.Text text
              ? text.text()
              : "";
      return new Rendered("/toy", Map.of(), new Json.Fields(Map.of("ask", new Json.Text(asked))));
    }

    @Override
    public String nextRequest(Response response) {
      return "{}";
    }

    @Override
    public String path() {
      return "/toy";
    }

    @Override
    public Optional<Endpoint> endpoint(String path, String query) {
      return path.endsWith("/toy")
          ? Optional.of(new Endpoint("m", /* streams= */ true, StreamForm.LINES))
          : Optional.empty();
    }

    @Override
    public ReadRequest read(Json body, Endpoint endpoint) {
      return new ReadRequest(Request.of(body.get("ask").textOrEmpty()), endpoint.streams());
    }

    @Override
    public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
      return ToyEncoder.line(WholeAnswer.of(events).text(BlockKind.TEXT));
    }

    @Override
    public ErrorAnswer error(int status, String message) {
      return ErrorAnswer.plain(status, "wrong", message);
    }

    @Override
    public Frame errorFrame(String message, long sequenceNumber) {
      return Frame.data(error(500, message).body());
    }
  }

  private static final class ToyDecoder implements DialectDecoder {
    private final EventWriter writer;
    private @Nullable OpenBlock text;
    private boolean over;

    ToyDecoder(EventWriter writer) {
      this.writer = writer;
    }

    @Override
    public boolean chunk(Frame frame, Json chunk) {
      writer.start(null, null);
      String said = chunk.get("toy").text();
      if (said != null) {
        OpenBlock open = text == null ? writer.open(0, BlockKind.TEXT) : text;
        text = open;
        writer.delta(open, said);
      }
      over |= chunk.get("over").isTrue();
      return true;
    }

    @Override
    public void done() {}

    @Override
    public boolean isSettled() {
      return over;
    }

    @Override
    public void end() {
      writer.endBlocks(0, over);
      if (over) {
        writer.outputEnd(0, FinishReason.STOP, "over");
      }
      writer.end(over ? Verdict.COMPLETE : Verdict.TRUNCATED, over ? "over" : null);
    }
  }

  private static final class ToyEncoder implements DialectEncoder {

    static String line(String text) {
      return new JsonText().beginObject().field("toy", text).endObject().toString();
    }

    @Override
    public void accept(StreamEvent event, Consumer<? super Frame> out) {
      if (event instanceof StreamEvent.BlockDelta delta) {
        out.accept(Frame.data(line(delta.text())));
      } else if (event instanceof StreamEvent.ResponseEnd) {
        out.accept(Frame.data("{\"toy\":null,\"over\":true}"));
      }
    }

    @Override
    public List<Loss> losses() {
      return List.of();
    }
  }
}
