package dev.weir.gateway.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import dev.weir.redis.Durability;
import dev.weir.redis.RedisPlace;
import dev.weir.testkit.EngineProcess;
import dev.weir.testkit.WeakLink;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The node that fetches and the primary are lost together, and a replica 30 ms away is promoted:
 * its clients come back to another node with what they have.
 */
@Timeout(180)
class LostEngineTest {
  private static final int CLIENTS = 20;
  private static final int LEAST_EVENTS = 12;

  private @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  /** What one client was told before everything broke. */
  private record Client(String id, Future<String> told) {
    String path() {
      return "/v1/streams/" + id + "/events";
    }
  }

  private static HttpRequest.Builder at(NodeProcess node, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(node.port(), path)));
  }

  private Client client(NodeProcess node, ExecutorService clients) throws Exception {
    String body = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");
    HttpRequest asked =
        at(node, "/v1/chat")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> begun = http.send(asked, BodyHandlers.ofString());
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    String id = new JsonReader(8, 1000).read(begun.body()).get("id").textOrEmpty();
    HttpRequest reading = at(node, "/v1/streams/" + id + "/events").build();
    HttpResponse<InputStream> live = http.send(reading, BodyHandlers.ofInputStream());
    return new Client(id, clients.submit(() -> untilLost(live.body())));
  }

  /** All whole frames that come until the connection breaks. */
  private static String untilLost(InputStream in) {
    var got = new StringBuilder();
    byte[] slice = new byte[8192];
    try (in) {
      for (int read = in.read(slice); read >= 0; read = in.read(slice)) {
        got.append(new String(slice, 0, read, UTF_8));
      }
    } catch (IOException lost) {
      // That is what is waited for.
    }
    return got.substring(0, got.lastIndexOf("\n\n") + 2).replace(": beat\n\n", "");
  }

  private static boolean hasBegun(Json stream) {
    Long events = stream.get("events").number();
    return events != null && events >= LEAST_EVENTS;
  }

  private static long frames(String told) {
    return told.lines().filter(line -> line.startsWith("id: ")).count();
  }

  @ParameterizedTest
  @EnumSource(names = {"ENGINE", "REPLICA"})
  void whoHasMoreThanTheLogIsToldSoAndNobodyIsToldAnythingFalse(Durability durability)
      throws Exception {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    try (var primary = EngineProcess.start(folder);
        var cable = WeakLink.to(primary.port(), Duration.ofMillis(30));
        var replica = EngineProcess.replica(folder, cable.port());
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      String engines =
          "redis://127.0.0.1:%d,127.0.0.1:%d".formatted(primary.port(), replica.port());
      GatewayOptions options =
          GatewayOptions.local(0, folder).withLog(RedisPlace.parse(engines).with(durability));
      try (var survivor = RunningGateway.start(options, new ScriptedUpstream());
          var lost = NodeProcess.start(engines, durability, folder)) {
        List<Client> all = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          all.add(client(lost, clients));
        }
        for (Client one : all) {
          survivor.await(one.id, LostEngineTest::hasBegun);
        }
        cable.sever();
        primary.kill();
        lost.signal("KILL");
        replica.ask("REPLICAOF", "NO", "ONE");
        try (var another = EngineProcess.replica(folder, replica.port())) {
          int ahead = 0;
          for (Client one : all) {
            ahead += comesBack(survivor, one) ? 1 : 0;
          }
          System.out.printf(
              "node and primary lost together, durability %s: %d clients came back, %d of them ahead of the log and told so%n",
              durability, CLIENTS, ahead);
          assertThat(another.ask("PING")).isEqualTo("+PONG");
          if (durability == Durability.REPLICA) {
            assertThat(ahead).isZero();
          }
        }
      }
    }
  }

  /** Whether it was ahead of the log; otherwise it got exactly the rest. */
  private static boolean comesBack(RunningGateway survivor, Client one) throws Exception {
    String told = one.told.get();
    long last = frames(told);
    assertThat(last).isGreaterThanOrEqualTo(5);
    survivor.await(one.id, s -> s.get("state").textOrEmpty().equals("cut"));
    HttpResponse<String> back = survivor.get(one.path(), "Last-Event-ID", Long.toString(last));
    String kept = survivor.body(one.path());
    assertThat(kept).containsOnlyOnce("gateway_stopped").endsWith("data: [DONE]\n\n");
    if (back.statusCode() == 409) {
      assertThat(back.body()).contains("ahead_of_log");
      // Of what it was told before, the log has a beginning; the end that follows is the log's own.
      String[] both = kept.split("(?<=\n\n)", -1);
      int same = 0;
      while (same < both.length && told.startsWith(both[same], offset(both, same))) {
        same++;
      }
      assertThat(String.join("", List.of(both).subList(same, both.length)))
          .contains("gateway_stopped");
      return true;
    }
    assertThat(back.statusCode()).isEqualTo(200);
    assertThat(told + back.body()).isEqualTo(kept);
    return false;
  }

  private static int offset(String[] frames, int number) {
    int offset = 0;
    for (int i = 0; i < number; i++) {
      offset += frames[i].length();
    }
    return offset;
  }
}
