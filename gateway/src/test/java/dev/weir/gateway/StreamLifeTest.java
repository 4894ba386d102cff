package dev.weir.gateway;

import static dev.weir.gateway.ScriptedUpstream.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.lifecycle.LifecycleChecker;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.request.Message;
import dev.weir.event.StreamEvent;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamLifeTest {
  private static final Pattern FRAME = Pattern.compile("(?:id: (\\d+)\n)?data: (.*)\n\n");

  @TempDir private Path folder;
  private ScriptedUpstream upstream;

  @BeforeEach
  void begin() {
    upstream = new ScriptedUpstream();
  }

  @Test
  void aClientThatAsksReadsTheWholeLifecycle() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      CompletableFuture<HttpResponse<String>> asking =
          CompletableFuture.supplyAsync(
              () -> unchecked(() -> gateway.send(gateway.chat(RunningGateway.HELLO))));
      upstream.next().say(answer("It is ", "sunny."));
      HttpResponse<String> response = asking.get(20, TimeUnit.SECONDS);

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValue("text/event-stream; charset=utf-8");
      assertThat(LifecycleChecker.check(frames(response.body()))).isEmpty();
      assertThat(response.body()).contains("\"content\":\"sunny.\"");
      String id = response.headers().firstValue("Weir-Stream-Id").orElseThrow();
      assertThat(gateway.body("/v1/streams/" + id + "/events")).isEqualTo(response.body());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lifecycle", "events", "openai"})
  void fromEveryFrameOnTheRestIsTheSameLiveLaterAndAfterARestart(String format) throws Exception {
    List<StreamEvent> events = answer("One ", "two ", "three ", "four.");
    String query = "/events?format=" + format;
    String id;
    List<CompletableFuture<String>> live = new ArrayList<>();
    String whole;
    try (var gateway = RunningGateway.start(folder, upstream)) {
      id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      for (int i = 0; i < events.size() - 1; i++) {
        call.say(events.get(i));
        gateway.awaitEvents(id, i + 1);
        // One joins at every moment, with nothing and with all that there is.
        String path = "/v1/streams/" + id + query;
        live.add(CompletableFuture.supplyAsync(() -> unchecked(() -> gateway.body(path))));
      }
      call.say(events.getLast());
      gateway.awaitEnd(id);
      whole = gateway.body("/v1/streams/" + id + query);
      for (CompletableFuture<String> joined : live) {
        assertThat(joined.get(20, TimeUnit.SECONDS)).isEqualTo(whole);
      }
      assertRests(gateway, "/v1/streams/" + id + query, whole);
    }
    try (var gateway = RunningGateway.start(folder, upstream)) {
      assertThat(gateway.body("/v1/streams/" + id + query)).isEqualTo(whole);
      assertRests(gateway, "/v1/streams/" + id + query, whole);
    }
  }

  private static void assertRests(RunningGateway gateway, String path, String whole)
      throws Exception {
    int at = 0;
    for (LifecycleFrame frame : frames(whole)) {
      assertThat(gateway.body(path, "Last-Event-ID", "" + Math.max(0, frame.id() - 1)))
          .isEqualTo(frame.isDone() ? whole : whole.substring(at));
      at += frame.toText().length();
    }
  }

  @Test
  void aStreamGoesOnWithoutItsClientAndEndsWhenItIsDeleted() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      var asking =
          CompletableFuture.supplyAsync(
              () -> unchecked(() -> gateway.open(gateway.chat(RunningGateway.HELLO))));
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = answer("One ", "two.");
      call.say(events.subList(0, 4));
      HttpResponse<InputStream> response = asking.get(20, TimeUnit.SECONDS);
      String id = response.headers().firstValue("Weir-Stream-Id").orElseThrow();
      response.body().close();

      call.say(events.subList(4, 7));
      gateway.awaitEvents(id, 7);
      var delete = gateway.request("/v1/streams/" + id).DELETE().build();
      assertThat(gateway.send(delete).statusCode()).isEqualTo(204);

      Json ended = gateway.awaitEnd(id);
      assertThat(ended.get("verdict")).isEqualTo(new Json.Text("CANCELLED"));
      assertThat(gateway.body("/v1/streams/" + id + "/events"))
          .endsWith(
              "\"code\":\"cancelled\",\"message\":\"The stream was cancelled\",\"retryable\":false}\n\ndata: [DONE]\n\n");
    }
  }

  @Test
  void whatARestartCutsEndsOnceWithAVerdictThatSaysSo() throws Exception {
    String id;
    try (var gateway = RunningGateway.start(folder, upstream)) {
      id = gateway.detached();
      upstream.next().say(answer("One ", "two.").subList(0, 7));
      gateway.awaitEvents(id, 7);
    }
    String first = "";
    for (int restart = 0; restart < 2; restart++) {
      try (var gateway = RunningGateway.start(folder, upstream)) {
        Json stream = gateway.json("/v1/streams/" + id);
        assertThat(stream.get("state")).isEqualTo(new Json.Text("cut"));
        assertThat(stream.get("verdict")).isEqualTo(new Json.Text("TRUNCATED"));
        String body = gateway.body("/v1/streams/" + id + "/events");
        assertThat(LifecycleChecker.check(frames(body))).isEmpty();
        assertThat(body).containsOnlyOnce("\"code\":\"gateway_stopped\"");
        assertThat(body).contains("One ");
        first = restart == 0 ? body : first;
        assertThat(body).isEqualTo(first);
      }
    }
  }

  /**
   * Such a client was told that its answer was whole: the numbers of the end hid that it was not.
   */
  @Test
  void whoHasMoreThanWasKeptOfACutStreamIsToldEvenWhereTheEndHasThoseNumbers() throws Exception {
    String id;
    try (var gateway = RunningGateway.start(folder, upstream)) {
      id = gateway.detached();
      upstream.next().say(answer("One ", "two.").subList(0, 7));
      gateway.awaitEvents(id, 7);
    }
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String path = "/v1/streams/" + id + "/events";
      List<String> all = List.of(gateway.body(path).split("(?<=\n\n)", -1));
      long last = all.stream().filter(frame -> frame.startsWith("id: ")).count();
      assertThat(gateway.get(path, "Last-Event-ID", "" + last).body()).contains("ahead_of_log");
      boolean wasAhead = false;
      for (int after = 0; after <= last; after++) {
        HttpResponse<String> rest = gateway.get(path, "Last-Event-ID", "" + after);
        boolean isAhead = rest.statusCode() == 409;
        assertThat(isAhead || !wasAhead).as("frame %d", after).isTrue();
        wasAhead = isAhead;
        if (!isAhead) {
          assertThat(rest.body())
              .contains("gateway_stopped")
              .isEqualTo(String.join("", all.subList(after, all.size())));
        }
      }
    }
  }

  @Test
  void aLateJoinerGetsASnapshotAndThenWhatIsNew() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = answer("One ", "two ", "three.");
      call.say(events.subList(0, 8));
      gateway.awaitEvents(id, 8);
      String path = "/v1/streams/" + id + "/events?snapshot=true";
      var joining = CompletableFuture.supplyAsync(() -> unchecked(() -> gateway.body(path)));
      gateway.await(id, s -> subscribers(gateway) == 1);
      call.say(events.subList(8, events.size()));
      List<LifecycleFrame> frames = frames(joining.get(20, TimeUnit.SECONDS));

      assertThat(frames.getFirst().data()).startsWith("{\"type\":\"snapshot\"").contains("One two");
      assertThat(frames.get(1).id()).isEqualTo(frames.getFirst().id() + 1);
      assertThat(frames.get(1).data()).contains("\"content\":\"three.\"");
      assertThat(frames.getLast().isDone()).isTrue();
    }
  }

  @Test
  void aSnapshotOfNothingHasNoIdSoThatNothingIsLostAfterIt() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = answer("One ", "two.");
      String path = "/v1/streams/" + id + "/events";
      List<CompletableFuture<String>> joining = new ArrayList<>();
      // Before the first event, and after one that has no frame.
      for (int said = 0; said < 2; said++) {
        gateway.awaitEvents(id, said);
        joining.add(
            CompletableFuture.supplyAsync(
                () -> unchecked(() -> gateway.body(path + "?snapshot=true"))));
        int readers = said + 1;
        gateway.await(id, s -> subscribers(gateway, readers));
        call.say(events.get(said));
      }
      call.say(events.subList(2, events.size()));
      String whole = gateway.body(path);
      for (CompletableFuture<String> joined : joining) {
        String body = joined.get(20, TimeUnit.SECONDS);
        String first = body.substring(0, body.indexOf("\n\n") + 2);
        assertThat(first)
            .isEqualTo(
                "data: {\"type\":\"snapshot\",\"phase\":0,\"timestamp\":0,\"events\":[]}\n\n");
        assertThat(body.substring(first.length())).isEqualTo(whole);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lifecycle", "events", "openai"})
  void aClientThatIsAheadOfTheLogIsToldSo(String format) throws Exception {
    String path;
    String ahead;
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = answer("One ", "two.");
      path = "/v1/streams/%s/events?format=%s&after=".formatted(id, format);
      // Before the first event, live, and when it has ended.
      assertAhead(gateway, path + 1);
      call.say(events.subList(0, 5));
      gateway.awaitEvents(id, 5);
      assertAhead(gateway, path + 900);
      call.say(events.subList(5, events.size()));
      gateway.awaitEnd(id);
      long last = frames(gateway.body(path + 0)).reversed().get(1).id();
      assertThat(gateway.body(path + last)).isEqualTo("data: [DONE]\n\n");
      ahead = path + (last + 1);
      assertAhead(gateway, ahead);
      assertThat(gateway.get(path + -1).statusCode()).as("before the beginning").isEqualTo(400);
    }
    try (var gateway = RunningGateway.start(folder, upstream)) {
      assertAhead(gateway, ahead);
    }
  }

  private static void assertAhead(RunningGateway gateway, String path) throws Exception {
    HttpResponse<String> response = gateway.get(path);
    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(response.body()).contains("\"code\":\"ahead_of_log\"");
  }

  private static boolean subscribers(RunningGateway gateway, int count) {
    String line = "weir_subscribers %d\n".formatted(count);
    return unchecked(() -> gateway.body("/metrics").contains(line));
  }

  private static long subscribers(RunningGateway gateway) {
    return unchecked(
        () -> gateway.body("/metrics").lines().filter("weir_subscribers 1"::equals).count());
  }

  @Test
  void aConversationGoesOnWithTheAnswersAsTheyWere() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String id = gateway.detached();
      upstream.next().say(answer("It is sunny."));
      gateway.awaitEnd(id);
      String body =
          "{\"after\":\"%s\",\"detach\":true,\"messages\":[{\"role\":\"user\",\"content\":\"And now?\"}]}"
              .formatted(id);
      assertThat(gateway.send(gateway.chat(body)).statusCode()).isEqualTo(202);
      List<Message> asked = upstream.next().request.messages();

      assertThat(asked).hasSize(3);
      assertThat(asked.getFirst()).isEqualTo(Message.user("hello"));
      assertThat(asked.get(1))
          .isInstanceOfSatisfying(
              Message.Earlier.class,
              earlier -> {
                assertThat(earlier.response().text(dev.weir.event.BlockKind.TEXT))
                    .isEqualTo("It is sunny.");
                assertThat(earlier.response().responseId()).isEqualTo("resp-1");
              });
      assertThat(asked.get(2)).isEqualTo(Message.user("And now?"));
    }
  }

  @Test
  void whoHasReadTheEndOfAStreamMayGoOnFromIt() throws Exception {
    var options =
        GatewayOptions.local(0, folder).withLog(new LogFolder(folder, LogOptions.DEFAULT));
    try (var gateway = RunningGateway.start(options, upstream)) {
      for (int i = 0; i < 50; i++) {
        CompletableFuture<HttpResponse<String>> asking =
            CompletableFuture.supplyAsync(
                () -> unchecked(() -> gateway.send(gateway.chat(RunningGateway.HELLO))));
        upstream.next().say(answer("One."));
        HttpResponse<String> whole = asking.get(20, TimeUnit.SECONDS);
        assertThat(whole.body()).endsWith("data: [DONE]\n\n");
        String id = whole.headers().firstValue("Weir-Stream-Id").orElseThrow();
        HttpResponse<String> next =
            gateway.send(
                gateway.chat(
                    RunningGateway.HELLO.replaceFirst(
                        "}$", ",\"detach\":true,\"after\":\"%s\"}".formatted(id))));
        assertThat(next.body()).contains("\"id\"");
        upstream.next().cancel();
      }
    }
  }

  @Test
  void whatIsWrongWithARequestIsSaid() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      for (String[] wrong :
          new String[][] {
            {"{", "JSON"},
            {"[]", "must be a JSON object"},
            {RunningGateway.HELLO.replaceFirst("}$", ",\"messages\":[]}"), "Duplicate"},
            {RunningGateway.HELLO.replaceFirst("}$", ",\"temperature\":1e999}"), "too large"},
            {"{\"messages\":[]}", "at least one"},
            {"{\"mesages\":[]}", "\\\"mesages\\\" is not a field"},
            {
              "{\"messages\":[{\"role\":\"robot\",\"content\":\"x\"}]}",
              "system, user, assistant or tool"
            },
            {RunningGateway.HELLO.replaceFirst("}$", ",\"provider\":\"x\"}"), "there are scripted"},
            {RunningGateway.HELLO.replaceFirst("}$", ",\"tools\":[\"x\"]}"), "There is no tool"},
            {RunningGateway.HELLO.replaceFirst("}$", ",\"after\":\"x\"}"), "no stream"},
            {
              RunningGateway.HELLO.replaceFirst("}$", ",\"format\":\"x\"}"),
              "lifecycle, events, openai, vercel-ui, ag-ui"
            }
          }) {
        HttpResponse<String> response = gateway.send(gateway.chat(wrong[0]));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(wrong[1]);
      }
      HttpRequest ahead =
          gateway.request("/v1/streams/0123/events").header("Last-Event-ID", "x").build();
      assertThat(gateway.send(ahead).statusCode()).isEqualTo(404);
    }
  }

  private static List<LifecycleFrame> frames(String body) {
    List<LifecycleFrame> frames = new ArrayList<>();
    Matcher matcher = FRAME.matcher(body);
    while (matcher.find()) {
      long id = matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1));
      frames.add(new LifecycleFrame(id, matcher.group(2)));
    }
    return frames;
  }

  /** A step that may throw anything. */
  private interface Step<T> {
    T run() throws Exception;
  }

  private static <T> T unchecked(Step<T> step) {
    try {
      return step.run();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}
