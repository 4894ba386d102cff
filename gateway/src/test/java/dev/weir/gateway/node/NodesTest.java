package dev.weir.gateway.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.StreamEvent;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import dev.weir.gateway.settings.StreamLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Any node serves any stream, whichever fetches it. */
@Timeout(120)
class NodesTest {
  private static final List<String> FORMATS =
      List.of(
          "lifecycle", "events", "openai", "anthropic", "openai-responses", "vercel-ui", "ag-ui");

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  private static String events(String id, String format) {
    return "/v1/streams/%s/events?format=%s".formatted(id, format);
  }

  @Test
  void aStreamOfAnotherNodeIsReadLiveInEveryFormatByteForByte() throws Exception {
    try (var nodes = new Nodes(folder, 3, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two 世界 ", "three.");
      call.say(events.subList(0, 3));
      nodes.get(0).awaitEvents(id, 3);

      Map<String, InputStream> live = new LinkedHashMap<>();
      for (String format : FORMATS) {
        HttpRequest asked = nodes.get(1).request(events(id, format)).build();
        HttpResponse<InputStream> answer = nodes.get(1).open(asked);
        assertThat(answer.statusCode()).isEqualTo(200);
        live.put(format, answer.body());
      }
      for (StreamEvent event : events.subList(3, events.size())) {
        call.say(event);
      }

      for (String format : FORMATS) {
        String there = new String(Objects.requireNonNull(live.get(format)).readAllBytes(), UTF_8);
        for (RunningGateway node : nodes.nodes) {
          assertThat(node.body(events(id, format))).as(format).isEqualTo(there);
        }
        assertThat(there).contains("three.");
      }
    }
  }

  @Test
  void fromEveryFrameOnTheRestIsTheSameOnEveryNode() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      upstream.next().say(ScriptedUpstream.answer("One ", "two ", "three."));
      nodes.get(0).awaitEnd(id);
      String whole = nodes.get(0).body(events(id, "lifecycle"));
      long frames = whole.lines().filter(line -> line.startsWith("id: ")).count();
      for (int after = 0; after <= frames; after++) {
        for (RunningGateway node : nodes.nodes) {
          String rest = node.body(events(id, "lifecycle"), "Last-Event-ID", "" + after);
          assertThat(whole).endsWith(rest);
          assertThat(rest.lines().filter(l -> l.startsWith("id: "))).hasSize((int) frames - after);
        }
      }
      assertThat(
              nodes
                  .get(1)
                  .get(events(id, "lifecycle"), "Last-Event-ID", "" + (frames + 1))
                  .statusCode())
          .isEqualTo(409);
    }
  }

  @Test
  void aStreamIsCancelledFromAnyNode() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      call.say(ScriptedUpstream.answer("One ").subList(0, 4));
      nodes.get(0).awaitEvents(id, 4);

      HttpRequest cancel =
          nodes
              .get(1)
              .request("/v1/streams/" + id + "/cancel")
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      assertThat(nodes.get(1).send(cancel).statusCode()).isEqualTo(204);

      for (RunningGateway node : nodes.nodes) {
        Json stream = node.json("/v1/streams/" + id);
        assertThat(stream.get("verdict")).isEqualTo(new Json.Text("CANCELLED"));
        assertThat(stream.get("state")).isEqualTo(new Json.Text("ended"));
      }
    }
  }

  @Test
  void aConversationGoesOnOnAnyNodeAndIsListedOnAll() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      upstream.next().say(ScriptedUpstream.answer("A river."));
      nodes.get(0).awaitEnd(id);
      String more =
          "{\"after\":\"%s\",\"detach\":true,\"messages\":[{\"role\":\"user\",\"content\":\"more\"}]}"
              .formatted(id);
      HttpResponse<String> begun = nodes.get(1).send(nodes.get(1).chat(more));
      assertThat(begun.statusCode()).isEqualTo(202);
      ScriptedUpstream.Call second = upstream.next();
      assertThat(second.request.messages()).hasSize(3);
      String next = new JsonReader(8, 1000).read(begun.body()).get("id").textOrEmpty();

      List<Json> listed = nodes.get(0).json("/v1/streams").get("streams").items();
      assertThat(listed.stream().map(s -> s.get("id").textOrEmpty())).containsExactly(next, id);
      assertThat(listed.getFirst().get("state")).isEqualTo(new Json.Text("live"));
      assertThat(listed.stream().map(s -> s.get("node").textOrEmpty()).distinct()).hasSize(2);

      second.say(ScriptedUpstream.answer("And a delta."));
      nodes.get(0).awaitEnd(next);
      assertThat(nodes.get(0).body(events(next, "lifecycle"))).contains("And a delta.");
    }
  }

  @Test
  void nobodyHasMoreStreamsOnAllNodesThanOnOne() throws Exception {
    var two =
        new StreamLimits(
            1000,
            1 << 20,
            /* maxLive= */ 100,
            /* maxLivePerOwner= */ 2,
            Long.MAX_VALUE,
            StreamLimits.DEFAULT.retention());
    try (var nodes = new Nodes(folder, 3, two, upstream)) {
      String first = nodes.get(0).detached();
      nodes.get(1).detached();
      ScriptedUpstream.Call call = upstream.next();
      String body = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");
      HttpResponse<String> third = nodes.get(2).send(nodes.get(2).chat(body));
      assertThat(third.statusCode()).isEqualTo(429);
      assertThat(third.body()).contains("max-live-per-owner");
      assertThat(third.headers().firstValue("Retry-After")).isPresent();

      call.say(ScriptedUpstream.answer("Done."));
      nodes.get(0).awaitEnd(first);
      HttpResponse<String> again = nodes.get(2).send(nodes.get(2).chat(body));
      while (again.statusCode() == 429) {
        again = nodes.get(2).send(nodes.get(2).chat(body));
      }
      assertThat(again.statusCode()).isEqualTo(202);
    }
  }

  @Test
  void whoJoinsLateOnAnotherNodeGetsASnapshotAndTheRest() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two ", "three.");
      call.say(events.subList(0, 8));
      nodes.get(1).awaitEvents(id, 8);
      HttpResponse<InputStream> late =
          nodes
              .get(1)
              .open(nodes.get(1).request("/v1/streams/" + id + "/events?snapshot=true").build());
      call.say(events.subList(8, events.size()));
      String told = new String(late.body().readAllBytes(), UTF_8);
      assertThat(told)
          .contains("\"type\":\"snapshot\"")
          .contains("three.")
          .endsWith("data: [DONE]\n\n");
    }
  }

  /** A client that came as the last reader left was told that the gateway had stopped. */
  @Test
  void whoComesAsTheLastReaderLeavesReadsOnLikeEverybodyElse() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      call.say(ScriptedUpstream.answer("One ").subList(0, 7));
      nodes.get(1).awaitEvents(id, 7);
      List<Future<String>> told = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        told.add(clients.submit(() -> hurried(nodes.get(1), events(id, "lifecycle"), 60)));
      }
      for (Future<String> one : told) {
        assertThat(one.get()).contains("One ").doesNotContain("gateway_stopped");
      }
    }
  }

  /** Comes and goes many times, and returns what all visits said. */
  private static String hurried(RunningGateway node, String path, int visits) throws IOException {
    var said = new StringBuilder();
    for (int i = 0; i < visits; i++) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), node.gateway.port())) {
        socket.setSoTimeout(20_000);
        socket
            .getOutputStream()
            .write(
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
                    .formatted(path, node.gateway.port())
                    .getBytes(UTF_8));
        byte[] slice = new byte[4096];
        int read = 0;
        while (read >= 0 && said.lastIndexOf("One ") <= said.lastIndexOf("HTTP/1.1 200")) {
          read = socket.getInputStream().read(slice);
          said.append(new String(slice, 0, Math.max(0, read), UTF_8));
        }
        said.append("\n\nHTTP/1.1 200");
      }
    }
    return said.toString();
  }

  @Test
  void aNodeThatDrainsLetsLiveStreamsEndAndSendsEverybodyElseAway() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream);
        ExecutorService operator = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two.");
      call.say(events.subList(0, 4));
      nodes.get(0).awaitEvents(id, 4);
      HttpResponse<InputStream> reader =
          nodes.get(0).open(nodes.get(0).request(events(id, "lifecycle")).build());

      Future<?> drained = operator.submit(() -> nodes.get(0).gateway.drain(Duration.ofMinutes(1)));
      while (nodes.get(0).get("/readyz").statusCode() == 200) {
        Thread.onSpinWait();
      }
      HttpResponse<String> refused = nodes.get(0).send(nodes.get(0).chat(RunningGateway.HELLO));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(nodes.get(0).get("/healthz").statusCode()).isEqualTo(200);
      assertThat(drained).isNotDone();

      call.say(events.subList(4, events.size()));
      drained.get();
      String told = new String(reader.body().readAllBytes(), UTF_8);
      nodes.get(0).close();
      assertThat(told).contains("two.").endsWith("data: [DONE]\n\n");
      assertThat(nodes.get(1).body(events(id, "lifecycle"))).isEqualTo(told);
    }
  }

  @Test
  void whatANodeCouldNotDrainIsCutAtOnceForReadersElsewhere() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      upstream.next().say(ScriptedUpstream.answer("One ").subList(0, 7));
      nodes.get(1).awaitEvents(id, 7);
      HttpResponse<InputStream> reader =
          nodes.get(1).open(nodes.get(1).request(events(id, "lifecycle")).build());
      nodes.get(0).gateway.drain(Duration.ZERO);
      nodes.get(0).close();

      assertThat(nodes.get(1).json("/v1/streams/" + id).get("state"))
          .isEqualTo(new Json.Text("cut"));
      String told = new String(reader.body().readAllBytes(), UTF_8);
      assertThat(told).containsOnlyOnce("gateway_stopped").endsWith("data: [DONE]\n\n");
      assertThat(nodes.get(1).body(events(id, "lifecycle"))).isEqualTo(told);
    }
  }

  @Test
  void withoutItsEngineANodeSaysThatItDoesNotKnow() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two ", "three.");
      call.say(events.subList(0, 4));
      nodes.get(0).awaitEvents(id, 4);
      List<HttpResponse<InputStream>> live = new ArrayList<>();
      for (RunningGateway node : nodes.nodes) {
        live.add(node.open(node.request(events(id, "lifecycle")).build()));
      }
      nodes.engine.kill();

      for (String path : List.of("/v1/streams", "/v1/streams/" + "0".repeat(32), "/readyz")) {
        HttpResponse<String> refused = nodes.get(1).get(path);
        assertThat(refused.statusCode()).as(path).isEqualTo(503);
      }
      HttpResponse<String> refused = nodes.get(1).send(nodes.get(1).chat(RunningGateway.HELLO));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isEqualTo(Optional.of("2"));

      call.say(events.subList(4, events.size()));
      nodes.engine.restart();
      String here = new String(live.get(0).body().readAllBytes(), UTF_8);
      String there = new String(live.get(1).body().readAllBytes(), UTF_8);
      assertThat(there).isEqualTo(here).contains("three.").endsWith("data: [DONE]\n\n");
      assertThat(nodes.get(1).body(events(id, "lifecycle"))).isEqualTo(here);
    }
  }

  @Test
  void withoutItsEngineForLongReadersAreDroppedWithoutAnEnd() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("Alpha ", "Beta ", "Gamma.");
      call.say(events.subList(0, 7));
      nodes.get(0).awaitEvents(id, 7);
      List<HttpResponse<InputStream>> live = new ArrayList<>();
      for (RunningGateway node : nodes.nodes) {
        live.add(node.open(node.request(events(id, "lifecycle")).build()));
      }
      nodes.engine.kill();
      call.say(events.get(7));

      String here = untilLost(live.get(0).body());
      String there = untilLost(live.get(1).body());
      assertThat(here)
          .isEqualTo(there)
          .contains("Alpha ")
          .doesNotContain("Beta")
          .doesNotContain("DONE");

      nodes.engine.restart();
      Json cut = nodes.get(1).await(id, s -> s.get("state").textOrEmpty().equals("cut"));
      assertThat(cut.get("events").number()).isEqualTo(7);
      for (RunningGateway node : nodes.nodes) {
        assertThat(node.body(events(id, "lifecycle")))
            .startsWith(here)
            .containsOnlyOnce("gateway_stopped")
            .doesNotContain("Beta");
      }
    }
  }

  @Test
  void whatTheEngineHasLostIsNotToldAsIfItHadEnded() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("Alpha ", "Beta ", "Gamma.");
      call.say(events.subList(0, 7));
      nodes.get(0).awaitEvents(id, 7);
      List<HttpResponse<InputStream>> live = new ArrayList<>();
      for (RunningGateway node : nodes.nodes) {
        live.add(node.open(node.request(events(id, "lifecycle")).build()));
      }
      // A writer lets go what the engine has had for two seconds, as it sees by its next answers:
      // of a stream in which nothing came since, all could be written again.
      Thread.sleep(3_000);
      call.say(events.get(7));
      nodes.get(0).awaitEvents(id, 8);
      Thread.sleep(3_000);
      nodes.engine.ask("UNLINK", "weir:{%s}:log".formatted(id));
      call.say(events.get(8));

      for (HttpResponse<InputStream> one : live) {
        assertThat(untilLost(one.body())).contains("Alpha ").doesNotContain("DONE");
      }
      for (RunningGateway node : nodes.nodes) {
        assertThat(node.get(events(id, "lifecycle")).statusCode()).isEqualTo(404);
      }
    }
  }

  @Test
  void aFullEngineTakesNoNewStreamsAndHoldsTheLiveOnes() throws Exception {
    try (var nodes = new Nodes(folder, 2, upstream)) {
      String id = nodes.get(0).detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two.");
      call.say(events.subList(0, 4));
      nodes.get(0).awaitEvents(id, 4);
      HttpResponse<InputStream> live =
          nodes.get(1).open(nodes.get(1).request(events(id, "lifecycle")).build());
      nodes.engine.ask("CONFIG", "SET", "maxmemory", "1");

      HttpResponse<String> refused = nodes.get(1).send(nodes.get(1).chat(RunningGateway.HELLO));
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      call.say(events.subList(4, events.size()));
      nodes.engine.ask("CONFIG", "SET", "maxmemory", "0");

      String told = new String(live.body().readAllBytes(), UTF_8);
      assertThat(told).contains("two.").endsWith("data: [DONE]\n\n");
      assertThat(nodes.get(0).body(events(id, "lifecycle"))).isEqualTo(told);
    }
  }

  /** Everything that comes until the connection is closed in the middle. */
  private static String untilLost(InputStream in) {
    var got = new StringBuilder();
    try (var reader = new InputStreamReader(in, UTF_8)) {
      for (int c = reader.read(); c >= 0; c = reader.read()) {
        got.append((char) c);
      }
      throw new AssertionError("ended as if it were whole: " + got);
    } catch (IOException lost) {
      return got.toString();
    }
  }
}
