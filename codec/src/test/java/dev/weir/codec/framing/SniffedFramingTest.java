package dev.weir.codec.framing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Splits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SniffedFramingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"a\":1}\n\ndata: {\"b\":2}\n\n",
        "data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\r\n\r\n",
        "data: {\"a\":1}\ndata: {\"b\":2}\n",
        "\n\n: ping\n\ndata: {\"a\":1}\n\ndata: {\"b\":2}",
        "[{\"a\":1},{\"b\":2}]",
        " \r\n[{\"a\":1}\r\n,\r\n{\"b\":2}\r\n]\r\n",
        "{\"a\":1}{\"b\":2}",
      })
  void eventsAndArraysGiveTheSameFrames(String stream) {
    assertThat(Splits.of(stream.getBytes(UTF_8)))
        .allSatisfy(slices ->
            assertThat(decode(SniffedFraming.eventsOrArray(1024), slices))
                .containsExactly("{\"a\":1}", "{\"b\":2}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1}\n{\"b\":2}\n",
        "\n{\"a\":1}\r\n\r\n{\"b\":2}",
        "[{\"a\":1},{\"b\":2}]",
        "event: x\ndata: {\"a\":1}\n\ndata: {\"b\":2}\n\n",
      })
  void eventsAndLinesGiveTheSameFrames(String stream) {
    assertThat(Splits.of(stream.getBytes(UTF_8)))
        .allSatisfy(slices ->
            assertThat(decode(SniffedFraming.eventsOrLines(1024), slices))
                .containsExactly("{\"a\":1}", "{\"b\":2}"));
  }

  @Test
  void aBodyOverManyLinesIsOneFrame() {
    String body = "{\n  \"error\": {\n    \"code\": 400\n  }\n}\n";

    assertThat(decode(SniffedFraming.eventsOrArray(1024), List.of(body.getBytes(UTF_8))))
        .containsExactly(body.strip());
  }

  @Test
  void blanksAloneAreNotAFrame() {
    assertThat(decode(SniffedFraming.eventsOrArray(1024), List.of(" \n\n".getBytes(UTF_8))))
        .isEmpty();
  }

  private static List<String> decode(SniffedFraming framing, List<byte[]> slices) {
    List<String> frames = new ArrayList<>();
    slices.forEach(slice -> framing.feed(slice, f -> frames.add(f.data().toString())));
    framing.end(f -> frames.add(f.data().toString()));
    return frames;
  }
}
