package dev.weir.gateway.resume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.node.Nodes;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of cuts and resumptions on live streams (Z1): each client's transcript has the
 * hash of what the log keeps, as another gateway reads it later. {@code -Dweir.histories=10000}
 * makes many, {@code -Dweir.seed=N} the same words, paces and cuts again.
 */
class HistoriesTest {
  private static final int HISTORIES = Integer.getInteger("weir.histories", 200);
  private static final long SEED = Long.getLong("weir.seed", System.nanoTime() & 0xffffff);
  private static final int CLIENTS_PER_STREAM = 10;
  private static final int STREAMS_AT_ONCE = 12;
  private static final List<String> FORMATS = List.of("lifecycle", "events", "openai");

  private final LongAdder connections = new LongAdder();
  private final LongAdder cutsInFrames = new LongAdder();
  private final LongAdder cutsInCharacters = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /** All transcripts of a path. */
  private final Map<String, List<String>> transcripts = new ConcurrentHashMap<>();

  @TempDir private Path folder;

  @Test
  void everyTranscriptIsTheLog() throws Exception {
    GatewayOptions options =
        GatewayOptions.local(0, folder).withLimits(StreamLimits.DEFAULT, RequestLimits.DEFAULT);
    try (var gateway = RunningGateway.start(options, new TalkativeUpstream(SEED))) {
      run(List.of(gateway.gateway.port()));
    }
    try (var later = RunningGateway.start(options, new TalkativeUpstream(SEED))) {
      check(later);
    }
  }

  @Test
  void everyTranscriptIsTheLogAlsoWhenEveryConnectionGoesToAnotherOfThreeNodes() throws Exception {
    try (var nodes = new Nodes(folder, 3, new TalkativeUpstream(SEED))) {
      run(nodes.nodes.stream().map(node -> node.gateway.port()).toList());
      check(nodes.start());
    }
  }

  private void run(List<Integer> ports) throws Exception {
    int streams = Math.max(1, HISTORIES / CLIENTS_PER_STREAM);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var turnstile = new Semaphore(STREAMS_AT_ONCE);
      List<Future<?>> histories = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        var random = new Random(SEED * 1_000_003 + i);
        histories.add(
            clients.submit(() -> {
              turnstile.acquire();
              try {
                readByMany(ports, random, clients);
              } finally {
                turnstile.release();
              }
              return null;
            }));
      }
      for (Future<?> history : histories) {
        history.get(20, TimeUnit.MINUTES);
      }
    }
  }

  private void check(RunningGateway later) throws Exception {
    int checked = 0;
    for (Map.Entry<String, List<String>> path : transcripts.entrySet()) {
      String kept = later.body(path.getKey());
      for (String transcript : path.getValue()) {
        assertThat(hash(transcript))
            .as(() -> "seed %d, %s: %s".formatted(SEED, path.getKey(), change(transcript, kept)))
            .isEqualTo(hash(kept));
      }
      checked += path.getValue().size();
    }
    int streams = Math.max(1, HISTORIES / CLIENTS_PER_STREAM);
    System.out.printf(
        "histories: %,d on %,d live streams, seed %d: %,d connections, %,d cut inside a frame, %,d inside a character; %,d bytes, each transcript's hash that of the log%n",
        checked,
        streams,
        SEED,
        connections.sum(),
        cutsInFrames.sum(),
        cutsInCharacters.sum(),
        bytes.sum());
    assertThat(checked).isEqualTo(streams * CLIENTS_PER_STREAM);
    assertThat(cutsInFrames.sum()).isGreaterThan(checked / 2);
    assertThat(cutsInCharacters.sum()).isPositive();
  }

  /** One client asks, and others read the same stream, each with cuts of its own. */
  private void readByMany(List<Integer> ports, Random random, ExecutorService clients)
      throws Exception {
    String format = FORMATS.get(random.nextInt(FORMATS.size()));
    String body = RunningGateway.HELLO.replaceFirst("}$", ",\"format\":\"" + format + "\"}");
    var first = JitterClient.asking(ports, random, body);
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < CLIENTS_PER_STREAM; i++) {
      var own = new Random(random.nextLong());
      var client = new JitterClient(ports, own, first.streamId());
      String other = FORMATS.get(own.nextInt(FORMATS.size()));
      others.add(
          clients.submit(() -> {
            read(client, other);
            return null;
          }));
    }
    read(first, format);
    for (Future<?> other : others) {
      other.get(10, TimeUnit.MINUTES);
    }
  }

  private void read(JitterClient client, String format) throws Exception {
    client.readToEnd(format);
    connections.add(client.connections());
    cutsInFrames.add(client.cutsInFrames());
    cutsInCharacters.add(client.cutsInCharacters());
    bytes.add(client.transcript().length());
    String path = "/v1/streams/%s/events?format=%s".formatted(client.streamId(), format);
    transcripts
        .computeIfAbsent(path, p -> Collections.synchronizedList(new ArrayList<>()))
        .add(client.transcript());
  }

  /** Where a client's text leaves that of the log, with what stands around there. */
  private static String change(String transcript, String kept) {
    int at = 0;
    while (at < Math.min(transcript.length(), kept.length())
        && transcript.charAt(at) == kept.charAt(at)) {
      at++;
    }
    int from = Math.max(0, at - 200);
    return "from character %,d of %,d and %,d on: the client has%n%s%nand the log%n%s"
        .formatted(
            at,
            transcript.length(),
            kept.length(),
            transcript.substring(from, Math.min(transcript.length(), at + 300)),
            kept.substring(from, Math.min(kept.length(), at + 300)));
  }

  private static String hash(String text) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
  }
}
