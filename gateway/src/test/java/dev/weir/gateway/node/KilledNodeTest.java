package dev.weir.gateway.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node is gone, or seems to be, while clients of others read its streams. */
@Timeout(180)
class KilledNodeTest {
  private static final int STREAMS = Integer.getInteger("weir.killed.streams", 40);

  /** A lease, two looks, and the cuts. */
  private static final long MAX_SECONDS = 10;

  private @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  private String begin(NodeProcess node) throws Exception {
    String body = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");
    HttpRequest asked =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/chat".formatted(node.port())))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> begun = http.send(asked, BodyHandlers.ofString());
    return new JsonReader(8, 1000).read(begun.body()).get("id").textOrEmpty();
  }

  /** All that comes until the end, without the comments that keep a connection busy. */
  private static String frames(InputStream in) throws IOException {
    return new String(in.readAllBytes(), UTF_8).replace(": beat\n\n", "");
  }

  private static String events(String id) {
    return "/v1/streams/" + id + "/events";
  }

  @Test
  void theStreamsOfAKilledNodeEndOnceAndAlikeForAllReadersOnOtherNodes() throws Exception {
    try (var nodes = new Nodes(folder, 2, new ScriptedUpstream());
        var killed = NodeProcess.start(nodes.engine.url(), folder);
        ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < STREAMS; i++) {
        ids.add(begin(killed));
      }
      List<Future<String>> told = new ArrayList<>();
      for (String id : ids) {
        for (RunningGateway node : nodes.nodes) {
          HttpResponse<InputStream> live = node.open(node.request(events(id)).build());
          told.add(readers.submit(() -> frames(live.body())));
        }
      }
      killed.signal("KILL");
      long at = System.nanoTime();

      for (Future<String> one : told) {
        one.get(60, TimeUnit.SECONDS);
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - at);
      for (int i = 0; i < told.size(); i++) {
        String one = told.get(i).get();
        assertThat(one).containsOnlyOnce("gateway_stopped").endsWith("data: [DONE]\n\n");
        assertThat(one.split("\\[DONE]", -1)).hasSize(2);
        for (RunningGateway node : nodes.nodes) {
          assertThat(node.body(events(ids.get(i / 2)))).isEqualTo(one);
        }
      }
      System.out.printf("%d streams of a killed node ended everywhere in %d s%n", STREAMS, seconds);
      assertThat(seconds).isLessThanOrEqualTo(MAX_SECONDS);
    }
  }

  @Test
  void aNodeThatWasStoppedBeyondItsLeaseIsFencedAndItsReadersGetTheSameEnd() throws Exception {
    try (var nodes = new Nodes(folder, 1, new ScriptedUpstream());
        var stopped = NodeProcess.start(nodes.engine.url(), folder);
        ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = begin(stopped);
      HttpRequest there =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:%d%s".formatted(stopped.port(), events(id))))
              .build();
      HttpResponse<InputStream> own = http.send(there, BodyHandlers.ofInputStream());
      Future<String> told = readers.submit(() -> frames(own.body()));

      stopped.signal("STOP");
      nodes.get(0).await(id, s -> s.get("state").textOrEmpty().equals("cut"));
      String cut = nodes.get(0).body(events(id));
      stopped.signal("CONT");

      assertThat(told.get(60, TimeUnit.SECONDS)).isEqualTo(cut).containsOnlyOnce("gateway_stopped");
      assertThat(nodes.get(0).body(events(id))).isEqualTo(cut);
    }
  }
}
