package dev.weir.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.file.FileStreamLog;
import dev.weir.log.recording.Secrets;
import dev.weir.sim.junit.SimulatorExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.BaseSubscriber;

class WeirStreamsTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of("answers: [{say: [{text: [one, two, three, four]}]}]");

  /** Takes one frame at a time. */
  private static final class OneByOne extends BaseSubscriber<ServerSentEvent<String>> {
    final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(ServerSentEvent<String> frame) {
      taken.add(Objects.requireNonNullElse(frame.id(), "last"));
    }

    @Override
    protected void hookOnComplete() {
      taken.add("complete");
    }
  }

  private static final WeirProperties.Streams SETTINGS =
      new WeirProperties.Streams(
          null, Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofHours(1));

  @Test
  void anAnswerWhoseWriterIsGoneSaysSo(Weir weir, @TempDir Path folder) throws Exception {
    try (var log = FileStreamLog.open(folder);
        var streams = new WeirStreams(weir, log, () -> Secrets.NONE, SETTINGS)) {
      log.begin("s", "", "").join();
      log.append(new Addition("s", 0, 0, List.of(new ResponseStart("r", "m")))).join();
      log.cut("s").join();
      var response = streams.read("s", null, StreamFormat.LIFECYCLE);
      List<ServerSentEvent<String>> frames =
          Objects.requireNonNull(Objects.requireNonNull(response.getBody()).collectList().block());
      assertThat(frames).hasSize(2);
      assertThat(frames.getFirst().data()).contains("\"error\"", "application_stopped");
      assertThat(frames.getLast().data()).isEqualTo("[DONE]");
    }
  }

  @Test
  void aReaderGetsWhatItAsksForAndNoMore(Weir weir, @TempDir Path folder) throws Exception {
    try (var log = FileStreamLog.open(folder);
        var streams = new WeirStreams(weir, log, () -> Secrets.NONE, SETTINGS)) {
      var reader = new OneByOne();
      var response = streams.serve(Request.of("Count"), StreamFormat.LIFECYCLE);
      Objects.requireNonNull(response.getBody()).subscribe(reader);
      for (String id : List.of("1", "2", "3", "4", "5", "6", "last")) {
        assertThat(reader.taken).isEmpty();
        reader.request(1);
        assertThat(reader.taken.take()).isEqualTo(id);
      }
      assertThat(reader.taken.take()).isEqualTo("complete");
    }
  }
}
