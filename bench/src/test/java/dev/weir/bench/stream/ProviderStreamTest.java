package dev.weir.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderStreamTest {

  static Stream<Supplier<ProviderStream>> streams() {
    return Stream.of(
        ChatStream::create, ResponsesStream::create, AnthropicStream::create, GeminiStream::create);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void theSameStreamIsMadeEachTime(Supplier<ProviderStream> maker) {
    assertThat(maker.get().bytes()).isEqualTo(maker.get().bytes());
  }

  @ParameterizedTest
  @MethodSource("streams")
  void aStreamSaysWhatItHolds(Supplier<ProviderStream> maker) {
    ProviderStream stream = maker.get();
    List<String> lines = new String(stream.bytes(), UTF_8).lines().toList();

    assertThat(stream.deltas()).isEqualTo(ProviderStream.DELTAS);
    assertThat(stream.chars()).isGreaterThan(stream.deltas());
    assertThat(lines.stream().filter(line -> line.startsWith("data: "))).hasSize(stream.frames());
  }

  @ParameterizedTest
  @MethodSource("streams")
  void textsHoldEscapesAndCharactersOutsideAscii(Supplier<ProviderStream> maker) {
    String text = new String(maker.get().bytes(), UTF_8);

    assertThat(text).contains("\\n", "\\\"", "\\\\", "—", "河流", "🌊");
  }

  @ParameterizedTest
  @MethodSource("streams")
  void slicesAreTheStreamCut(Supplier<ProviderStream> maker) {
    ProviderStream stream = maker.get();
    List<byte[]> slices = stream.slices();

    assertThat(slices.getFirst()).hasSize(16 * 1024);
    assertThat(slices.stream().mapToInt(slice -> slice.length).sum())
        .isEqualTo(stream.bytes().length);
  }
}
