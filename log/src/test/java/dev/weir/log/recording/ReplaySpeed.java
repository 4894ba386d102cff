package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEnding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Measures how fast recordings are replayed at once, in time of one core. */
final class ReplaySpeed {
  private static final int CHUNKS = 600_000;
  private static final int ROUNDS = 6;

  private ReplaySpeed() {}

  @SuppressWarnings("SystemOut") // A program for people.
  public static void main(String[] args) throws IOException, InterruptedException {
    Path file = Files.createTempDirectory("weir").resolve("recording.jsonl");
    write(file);
    double megabytes = Files.size(file) / 1e6;
    for (int round = 0; round < ROUNDS; round++) {
      var assembler = new ResponseAssembler();
      long start = cpuNanos();
      try (var recording = RecordingReader.open(file)) {
        Replay.run(recording, Pace.AT_ONCE, (event, at) -> assembler.accept(event));
      }
      double seconds = (cpuNanos() - start) / 1e9;
      System.out.printf("%.0f MB in %.2f s: %.0f MB/s%n", megabytes, seconds, megabytes / seconds);
    }
    Files.delete(file);
  }

  private static void write(Path file) throws IOException {
    var header =
        new RecordingHeader(
            Dialects.OPENAI_CHAT,
            null,
            "demo",
            Instant.EPOCH,
            /* timed= */ true,
            DecodeOptions.DEFAULT,
            null);
    try (var writer = RecordingWriter.create(file, header)) {
      for (int i = 0; i < CHUNKS; i++) {
        writer.arrived(chunk(i).getBytes(UTF_8), 100L * i);
      }
      writer.ended(new StreamEnding.EndOfInput(), 100L * CHUNKS);
    }
  }

  private static String chunk(int number) {
    return """
    data: {"id":"chatcmpl-AbCdEfGhIjKlMnOpQrStUvWxYz012","object":"chat.completion.chunk","created":1731234567,\
    "model":"demo-2026-01-01","service_tier":"default","system_fingerprint":"fp_0123456789","choices":[{"index":0,\
    "delta":{"content":" word%d"},"logprobs":null,"finish_reason":null}],"obfuscation":"aBc%d"}

    """
        .formatted(number % 1000, number % 7);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
