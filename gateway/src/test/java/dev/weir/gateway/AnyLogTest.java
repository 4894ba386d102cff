package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.file.FileStreamLog;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway keeps its streams in whatever log it is given, and knows of them what that says. */
final class AnyLogTest {
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  @Test
  void aStreamThatTheLogRefusesIsCutForEverybodyNowAndLater() throws Exception {
    GatewayOptions onSelfWilled =
        GatewayOptions.local(0, folder)
            .withLog(() -> new SelfWilledLog(FileStreamLog.open(folder), /* refusesFrom= */ 4));
    String id;
    String told;
    try (var gateway = RunningGateway.start(onSelfWilled, upstream)) {
      id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two ", "three.");
      call.say(events.subList(0, 4));
      gateway.awaitEvents(id, 4);
      call.say(events.subList(4, events.size()));
      Json stream = gateway.awaitEnd(id);

      assertThat(stream.get("state")).isEqualTo(new Json.Text("cut"));
      assertThat(stream.get("verdict")).isEqualTo(new Json.Text("TRUNCATED"));
      assertThat(stream.get("events").number()).isEqualTo(4);
      told = gateway.body("/v1/streams/" + id + "/events");
      assertThat(told).containsOnlyOnce("\"code\":\"gateway_stopped\"");
    }
    var files = GatewayOptions.local(0, folder);
    try (var gateway = RunningGateway.start(files, upstream)) {
      assertThat(gateway.json("/v1/streams").get("streams").items().getFirst().get("state"))
          .isEqualTo(new Json.Text("cut"));
      assertThat(gateway.body("/v1/streams/" + id + "/events")).isEqualTo(told);
    }
  }

  @Test
  void whoeverAsksABrokenProgramIsToldAndDoesNotWait() throws Exception {
    GatewayOptions onSelfWilled =
        GatewayOptions.local(0, folder)
            .withLog(() -> new SelfWilledLog(FileStreamLog.open(folder), /* refusesFrom= */ 4));
    try (var gateway = RunningGateway.start(onSelfWilled, upstream)) {
      assertThat(gateway.get("/v1/streams?from=" + SelfWilledLog.TOO_DEEP).statusCode())
          .isEqualTo(500);
      assertThat(gateway.get("/v1/streams").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aLongListComesInPages() throws Exception {
    try (StreamLog log = new LogFolder(folder, LogOptions.DEFAULT).open()) {
      for (int i = 0; i < 450; i++) {
        String about = "{\"id\":\"s%d\",\"owner\":\"local\",\"provider\":\"p\"}".formatted(i);
        var unused = log.begin("s" + i, i % 3 == 0 ? "somebody else" : "local", about);
      }
    }
    List<String> found = new ArrayList<>();
    List<Integer> pages = new ArrayList<>();
    try (var gateway = RunningGateway.start(folder, upstream)) {
      for (String next = "/v1/streams"; next != null; ) {
        Json page = gateway.json(next);
        page.get("streams").items().forEach(s -> found.add(s.get("id").textOrEmpty()));
        pages.add(page.get("streams").items().size());
        String from = page.get("next").text();
        next = from == null ? null : "/v1/streams?from=" + from;
      }
      assertThat(gateway.body("/v1/streams?from=nowhere"))
          .isEqualTo(
              "{\"error\":{\"code\":\"wrong_request\",\"message\":\"\\\"from\\\" must be the \\\"next\\\""
                  + " of an earlier list\"}}");
    }
    assertThat(pages).containsExactly(200, 100);
    assertThat(found).doesNotHaveDuplicates().hasSize(300);
  }

  /** A log that answers later, on threads of its own, and refuses events from a position on. */
  private record SelfWilledLog(StreamLog log, long refusesFrom) implements StreamLog {
    static final String TOO_DEEP = "too-deep";

    private static <T extends @Nullable Object> CompletableFuture<T> later(
        CompletableFuture<T> answer) {
      return answer.whenCompleteAsync((value, failed) -> {});
    }

    @Override
    public CompletableFuture<Long> begin(String stream, String owner, String about) {
      return later(log.begin(stream, owner, about));
    }

    @Override
    public void add(List<? extends Appending> all) {
      for (Appending appending : all) {
        if (appending.position() < refusesFrom) {
          var addition =
              new Addition(
                  appending.stream(),
                  appending.position(),
                  appending.atMillis(),
                  appending.events());
          var unused =
              later(log.append(addition))
                  .whenComplete((position, failed) -> {
                    if (failed == null) {
                      appending.complete(null);
                    } else {
                      appending.completeExceptionally(failed);
                    }
                  });
        } else {
          appending.completeExceptionally(new NotRecordedException("nothing more today", null));
        }
      }
    }

    @Override
    public CompletableFuture<Long> note(String stream, String name, String text) {
      return later(log.note(stream, name, text));
    }

    @Override
    public CompletableFuture<Long> remark(String stream, String name, String text) {
      return later(log.remark(stream, name, text));
    }

    @Override
    public CompletableFuture<@Nullable String> readNote(String stream, String name) {
      return later(log.readNote(stream, name));
    }

    @Override
    public CompletableFuture<Long> end(String stream, long position, String outcome) {
      return later(log.end(stream, position, outcome));
    }

    @Override
    public CompletableFuture<Long> cut(String stream) {
      return later(log.cut(stream));
    }

    @Override
    public CompletableFuture<Page> read(String stream, long position, int maxEvents) {
      return later(log.read(stream, position, maxEvents));
    }

    @Override
    public Following follow(String stream, long position, Follower follower) {
      return log.follow(stream, position, follower);
    }

    @Override
    public CompletableFuture<StreamInfo> info(String stream) {
      return later(log.info(stream));
    }

    @Override
    public CompletableFuture<Listing> list(String owner, @Nullable String from, int most) {
      if (TOO_DEEP.equals(from)) {
        throw new StackOverflowError("The test wants it");
      }
      return later(log.list(owner, from, most));
    }

    @Override
    public CompletableFuture<List<String>> expire(Instant before) {
      return later(log.expire(before));
    }

    @Override
    public CompletableFuture<Long> delete(String stream) {
      return later(log.delete(stream));
    }

    @Override
    public void close() throws IOException {
      log.close();
    }
  }
}
