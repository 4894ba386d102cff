package dev.weir.codec.cost;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.agui.AgUi;
import dev.weir.codec.frontend.vercel.UiMessageStream;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.partial.PartialJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Style;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMeter;
import dev.weir.testkit.Growth;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model chooses how much it says: twice as much may cost twice as much, no more. */
class StreamCostTest {
  private static final int LEAST = 500;
  private static final int SLICE = 700;

  private static List<Dialect> written() {
    return Dialects.all().stream().filter(dialect -> dialect.encoding().isPresent()).toList();
  }

  private static byte[] bytes(Dialect dialect, List<StreamEvent> events) {
    var out = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(dialect, dialect, EncodeOptions.DEFAULT);
    events.forEach(event -> encoder.accept(event, out::writeBytes));
    return out.toByteArray();
  }

  private static List<byte[]> slices(byte[] bytes, int length) {
    List<byte[]> slices = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += length) {
      slices.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + length)));
    }
    return slices;
  }

  @ParameterizedTest
  @EnumSource
  void decodingAndEncodingInEveryDialect(StreamShape shape) {
    for (Dialect dialect : written()) {
      Growth.check(
          "encoding " + dialect + " " + shape,
          LEAST,
          n -> {
            List<StreamEvent> events = shape.of(n);
            return () -> bytes(dialect, events);
          });
      for (int length : List.of(SLICE, Integer.MAX_VALUE / 2)) {
        Growth.check(
            "decoding " + dialect + " " + shape,
            LEAST,
            n -> {
              List<byte[]> slices = slices(bytes(dialect, shape.of(n)), length);
              return () -> {
                var decoder = new StreamDecoder(dialect);
                slices.forEach(slice -> decoder.feed(slice, event -> {}));
                decoder.end(event -> {});
              };
            });
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFold(StreamShape shape) {
    Growth.check(
        "assembler " + shape,
        LEAST,
        n -> {
          List<StreamEvent> events = shape.of(n);
          return () -> response(events);
        });
    Growth.check(
        "grammar " + shape,
        LEAST,
        n -> {
          List<StreamEvent> events = shape.of(n);
          return () -> {
            var checker = new GrammarChecker();
            events.forEach(checker::accept);
          };
        });
    Growth.check(
        "lifecycle " + shape,
        LEAST,
        n -> {
          List<StreamEvent> events = shape.of(n);
          return () -> {
            var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> {});
            events.forEach(event -> encoder.accept(event, 1));
            encoder.end(2);
          };
        });
    Growth.check(
        "meter " + shape,
        LEAST,
        n -> {
          List<StreamEvent> events = shape.of(n);
          return () -> {
            var meter = new StreamMeter(/* timed= */ true);
            events.forEach(event -> meter.accept(event, 1));
            meter.metrics();
          };
        });
    Growth.check(
        "message " + shape,
        LEAST,
        n -> {
          Response response = response(shape.of(n));
          return () -> {
            JsonText json = new JsonText().beginObject();
            ResponseJson.write(json, "d", response);
            assertThat(json.endObject().toString()).isNotEmpty();
          };
        });
    Growth.check(
        "events as JSON " + shape,
        LEAST,
        n -> {
          List<StreamEvent> events = shape.of(n);
          return () -> events.forEach(event -> EventJson.read(EventJson.write(event)));
        });
  }

  @ParameterizedTest
  @EnumSource
  void everyFrontEnd(StreamShape shape) {
    for (FrontEnd frontEnd : List.of(new UiMessageStream(), new AgUi())) {
      Growth.check(
          frontEnd.word() + " " + shape,
          LEAST,
          n -> {
            List<StreamEvent> events = shape.of(n);
            return () -> {
              Consumer<StreamEvent> fold =
                  frontEnd.encoder(new AnswerPlace("s", "thread", "answer"), frame -> {});
              events.forEach(fold);
            };
          });
    }
  }

  /** The first read of a request: what its client chooses. */
  @ParameterizedTest
  @EnumSource
  void readingRequestsInEveryDialect(RequestShape shape) {
    for (Dialect dialect : Dialects.all()) {
      if (dialect.serverSide().isEmpty() || dialect.clientSide().isEmpty()) {
        continue;
      }
      ServerSide side = dialect.serverSide().get();
      Growth.check(
          "reading " + dialect + " " + shape,
          LEAST,
          n -> {
            Rendered asked = dialect.clientSide().get().write(shape.of(n), "m", Style.DEFAULT);
            String[] path = asked.path().split("\\?", 2);
            Endpoint endpoint =
                side.endpoint(path[0], path.length < 2 ? "" : path[1]).orElseThrow();
            String body = asked.body().toText();
            return () ->
                side.read(JsonReader.strict(/* maxDepth= */ 64, 64 << 20).read(body), endpoint);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'k%1$d':%1$d,", "[%1$d,", "[", "\"\\u00e9", "{'a':{'b':[", "   ", "-1e5", "'"})
  void readingJsonThatIsStillArriving(String piece) {
    Growth.check(
        "partial JSON",
        LEAST,
        n -> {
          String[] pieces = new String[n];
          for (int i = 0; i < n; i++) {
            pieces[i] = piece.formatted(i).replace('\'', '"');
          }
          return () -> {
            var reader = new PartialJson();
            for (String each : pieces) {
              reader.feed(each);
            }
            reader.value();
          };
        });
  }

  /** Whatever a frame is cut into, its bytes are joined once. */
  @ParameterizedTest
  @ValueSource(
      strings = {"data: x\n", "data:\n", ": c\n", "event: x\n", "x", "\r", "{\"a\":\n", "[1,"})
  void framesThatDoNotEnd(String line) {
    for (Dialect dialect : Dialects.all()) {
      Growth.check(
          "framing " + dialect,
          4 * LEAST,
          n -> {
            List<byte[]> slices = slices(line.repeat(n).getBytes(UTF_8), 5);
            return () -> frame(dialect, slices);
          });
    }
  }

  private static void frame(Dialect dialect, List<byte[]> slices) {
    var framing = dialect.framing(Limits.DEFAULT);
    try {
      slices.forEach(slice -> framing.feed(slice, frame -> {}));
      framing.end(frame -> {});
    } catch (LimitExceededException foreign) {
      // Not in this framing: it has stopped at the first bytes.
      assertThat(foreign).hasMessageContaining("gRPC");
    }
  }

  private static Response response(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }
}
