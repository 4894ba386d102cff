package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of a call and how they ended, decoded again, are what its sink was told. */
class CallRecordingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 text last end         | EndOfInput
          200 text settling ring    | EndOfInput
          200 text end              | EndOfInput
          200 text error ring       | EndOfInput
          200 text broke            | Broken
          200 text ring             | Cut
          200 text cancel           | Cut
          200 cancel                | Cut
          cancel                    | Cut
          400 body end              | Broken
          page                      | Broken
          503 end ring 200 text end | EndOfInput
          503 end ring 503 body end | Broken
          broke ring broke          | Broken
          200 broke ring 200 broke  | Broken
          ring ring ring            | Cut
          503 end cancel            | Cut
          """)
  void aRecordingReplaysToTheSameEvents(String path, String ending) {
    var call = VirtualCall.chat(VirtualCall.OPTIONS).then(path);
    List<StreamEvent> told = new ArrayList<>();
    List<byte[]> slices = new ArrayList<>();
    List<StreamEnding> endings = new ArrayList<>();
    for (CallEvent event : call.told()) {
      switch (event) {
        case CallEvent.Trying e -> slices.clear();
        case CallEvent.Arrived arrived -> slices.add(arrived.slice().toArray());
        case CallEvent.Measured measured -> endings.add(measured.ending());
        case CallEvent.Streamed streamed -> told.add(streamed.event());
        case CallEvent.Connected e -> {}
        case CallEvent.Headers e -> {}
        case CallEvent.Refused e -> {}
        case CallEvent.Problem e -> {}
        case CallEvent.Resuming e -> {}
        case CallEvent.Asking e -> {}
        case CallEvent.Tried e -> {}
      }
    }
    assertThat(endings)
        .singleElement()
        .extracting(e -> e.getClass().getSimpleName())
        .isEqualTo(ending);

    List<StreamEvent> replayed = new ArrayList<>();
    var decoder =
        new MeteredDecoder(Dialects.OPENAI_CHAT, DecodeOptions.DEFAULT, /* timed= */ true);
    slices.forEach(slice -> decoder.feed(slice, 1, replayed::add));
    decoder.end(endings.getFirst(), 2, replayed::add);
    assertThat(replayed).isEqualTo(told);
  }
}
