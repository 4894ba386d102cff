package dev.weir.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadClientTest {
  private static final String CHAT = "/v1/chat/completions";

  @ParameterizedTest
  @ValueSource(strings = {CHAT, "/v1/messages"})
  void everyEventOfEveryStreamIsReadAndTimed(String path) throws Exception {
    try (var upstream = PacedUpstream.start()) {
      LoadClient client = start(upstream, path, "paced-200-30", 30, /* streams= */ 20);
      client.beginWindow();
      LoadClient.Result result = client.finish(30_000);

      assertThat(result.problems()).isEmpty();
      assertThat(result.whole()).isEqualTo(20);
      assertThat(result.latencies().count()).isBetween(1, 600);
      assertThat(result.latencies().micros(50)).isPositive();
    }
  }

  @Test
  void streamsThatComeAtOnceAreWholeToo() throws Exception {
    try (var upstream = PacedUpstream.start()) {
      LoadClient.Result result = start(upstream, CHAT, "paced-0-10", 10, 5).finish(30_000);

      assertThat(result.problems()).isEmpty();
      assertThat(result.whole()).isEqualTo(5);
    }
  }

  @Test
  void aStreamThatIsShorterThanItShouldBeIsBroken() throws Exception {
    try (var upstream = PacedUpstream.start()) {
      LoadClient.Result result = start(upstream, CHAT, "paced-0-10", 11, 1).finish(30_000);

      assertThat(result.whole()).isZero();
      assertThat(result.broken()).isEqualTo(1);
      assertThat(result.problems()).containsExactly("10 of 11 events in order, 0 others");
    }
  }

  private static LoadClient start(
      PacedUpstream upstream, String path, String model, int events, int streams) throws Exception {
    byte[] request =
        ResponseReader.request(
            "POST", path, upstream.port(), "{\"model\":\"%s\"}".formatted(model));
    List<byte[]> requests = Collections.nCopies(streams, request);
    return LoadClient.start(upstream.port(), requests, events, 500, /* isRepeated= */ false);
  }
}
