package dev.weir.gateway;

import static dev.weir.gateway.ScriptedUpstream.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams that continue one another are one chat: listed, found, renamed and deleted as one. */
final class ChatsTest {
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;

  @Test
  void streamsThatContinueOneAnotherAreOneChatInAllTheirBranches() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String first = asked(gateway, "What is a weir?", "");
      String second = asked(gateway, "And a dam?", ",\"after\":\"%s\"".formatted(first));
      String branch = asked(gateway, "And a lock?", ",\"after\":\"%s\"".formatted(first));
      String beginning = asked(gateway, "What is a mill?", ",\"chat\":\"%s\"".formatted(first));
      String other = asked(gateway, "Something else", "");

      assertThat(rows(gateway, "/v1/chats"))
          .containsExactly(
              other + " Something else " + other, first + " What is a weir? " + beginning);
      Json chat = gateway.json("/v1/chats/" + branch);
      assertThat(chat.get("id").textOrEmpty()).isEqualTo(first);
      assertThat(
              chat.get("streams").items().stream()
                  .map(each -> each.get("id").textOrEmpty() + " after " + each.get("after").text()))
          .containsExactly(
              first + " after null",
              second + " after " + first,
              branch + " after " + first,
              beginning + " after null");
      assertThat(chat.get("streams").at(3).get("asked").at(0).get("content").textOrEmpty())
          .isEqualTo("What is a mill?");
    }
  }

  @Test
  void aListGoesOnWhereItEndedAndNoChatComesTwice() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      List<String> begun = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        begun.add(asked(gateway, "Question " + i, ""));
      }
      // The oldest chat goes on, and is the newest.
      asked(gateway, "More", ",\"after\":\"%s\"".formatted(begun.getFirst()));

      List<String> found = new ArrayList<>();
      for (String next = "/v1/chats?limit=2"; next != null; ) {
        Json page = gateway.json(next);
        assertThat(page.get("chats").items().size()).isBetween(1, 2);
        page.get("chats").items().forEach(chat -> found.add(chat.get("id").textOrEmpty()));
        String from = page.get("next").text();
        next = from == null ? null : "/v1/chats?limit=2&from=" + from;
      }
      assertThat(found)
          .containsExactly(begun.get(0), begun.get(4), begun.get(3), begun.get(2), begun.get(1));
      assertThat(gateway.json("/v1/streams?limit=3").get("streams").items()).hasSize(3);
      for (String wrong : List.of("limit=x", "limit=201", "from=nowhere")) {
        assertThat(gateway.get("/v1/chats?" + wrong).statusCode()).isEqualTo(400);
        assertThat(gateway.get("/v1/streams?" + wrong).statusCode()).isEqualTo(400);
      }
    }
  }

  @Test
  void aListGoesOnAlsoIfWhereItEndedIsDeleted() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String oldest = asked(gateway, "One", "");
      asked(gateway, "Two", "");
      Json page = gateway.json("/v1/chats?limit=1");
      String shown = page.get("chats").at(0).get("id").textOrEmpty();
      assertThat(delete(gateway, "/v1/chats/" + shown)).isEqualTo(204);
      String from = page.get("next").textOrEmpty();
      assertThat(rows(gateway, "/v1/chats?limit=1&from=" + from))
          .containsExactly(oldest + " One " + oldest);
    }
  }

  @Test
  void aNameOutlivesARestartAndIsFound() throws Exception {
    String id;
    try (var gateway = RunningGateway.start(folder, upstream)) {
      id = asked(gateway, "What is a weir?", "");
      asked(gateway, "Where is the Thames?", ",\"after\":\"%s\"".formatted(id));
      asked(gateway, "Something else", "");
      assertThat(post(gateway, "/v1/chats/" + id + "/title", "{\"title\":\" Rivers \\n 1 \"}"))
          .isEqualTo(204);
      assertThat(post(gateway, "/v1/chats/" + id + "/title", "{}")).isEqualTo(400);
      assertThat(post(gateway, "/v1/chats/nothing/title", "{\"title\":\"x\"}")).isEqualTo(404);
    }
    try (var gateway = RunningGateway.start(folder, upstream)) {
      for (String words : List.of("rivers", "RIVERS%20thames", "weir")) {
        assertThat(gateway.json("/v1/chats?search=" + words).get("chats").items())
            .as(words)
            .singleElement()
            .satisfies(chat -> {
              assertThat(chat.get("id").textOrEmpty()).isEqualTo(id);
              assertThat(chat.get("title").textOrEmpty()).isEqualTo("Rivers 1");
            });
      }
      assertThat(gateway.json("/v1/chats?search=nothing").get("chats").items()).isEmpty();
      assertThat(gateway.json("/v1/streams").get("streams").items()).hasSize(3);
    }
  }

  @Test
  void aStreamThatHasEndedIsDeletedAndOneThatIsLiveIsCancelled() throws Exception {
    GatewayOptions recording =
        GatewayOptions.local(0, folder.resolve("log")).withRecordings(folder.resolve("recordings"));
    String id;
    try (var gateway = RunningGateway.start(recording, upstream)) {
      id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      call.say(answer("One ", "two.").subList(0, 4));
      gateway.awaitEvents(id, 4);
      assertThat(delete(gateway, "/v1/streams/" + id)).isEqualTo(204);
      assertThat(gateway.awaitEnd(id).get("verdict")).isEqualTo(new Json.Text("CANCELLED"));
      assertThat(post(gateway, "/v1/streams/" + id + "/cancel", "")).isEqualTo(204);
      assertThat(gateway.get("/v1/streams/" + id).statusCode()).isEqualTo(200);

      assertThat(delete(gateway, "/v1/streams/" + id)).isEqualTo(204);

      assertThat(gateway.get("/v1/streams/" + id).statusCode()).isEqualTo(404);
      assertThat(gateway.get("/v1/streams/" + id + "/events").statusCode()).isEqualTo(404);
      assertThat(gateway.json("/v1/chats").get("chats").items()).isEmpty();
      assertThat(delete(gateway, "/v1/streams/" + id)).isEqualTo(404);
    }
    try (var gateway = RunningGateway.start(recording, upstream);
        var recordings = Files.walk(folder.resolve("recordings"))) {
      assertThat(gateway.get("/v1/streams/" + id).statusCode()).isEqualTo(404);
      assertThat(recordings.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void aChatIsDeletedWithWhatIsLiveInIt() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      String first = asked(gateway, "What is a weir?", "");
      String second = begun(gateway, "And a dam?", ",\"after\":\"%s\"".formatted(first));
      upstream.next().say(answer("One ", "two.").subList(0, 4));
      gateway.awaitEvents(second, 4);
      Json row = gateway.json("/v1/chats").get("chats").at(0);
      assertThat(row.get("live").isTrue()).isTrue();

      assertThat(delete(gateway, "/v1/chats/" + first)).isEqualTo(204);

      assertThat(gateway.get("/v1/streams/" + first).statusCode()).isEqualTo(404);
      assertThat(gateway.get("/v1/streams/" + second).statusCode()).isEqualTo(404);
      assertThat(gateway.get("/v1/chats/" + first).statusCode()).isEqualTo(404);
    }
  }

  private String asked(RunningGateway gateway, String question, String more) throws Exception {
    String id = begun(gateway, question, more);
    upstream.next().say(answer("One ", "two."));
    gateway.awaitEnd(id);
    nextMoment();
    return id;
  }

  /** What begins at the same moment has no order. */
  private static void nextMoment() {
    for (long now = System.currentTimeMillis(); System.currentTimeMillis() == now; ) {
      Thread.onSpinWait();
    }
  }

  private static String begun(RunningGateway gateway, String question, String more)
      throws Exception {
    String body =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}],\"detach\":true%s}"
            .formatted(question, more);
    String answered = gateway.send(gateway.chat(body)).body();
    return new JsonReader(8, 1000).read(answered).get("id").textOrEmpty();
  }

  /** Of each chat its id, its name and the stream that was begun last. */
  private static List<String> rows(RunningGateway gateway, String path) throws Exception {
    return gateway.json(path).get("chats").items().stream()
        .map(row ->
            "%s %s %s"
                .formatted(
                    row.get("id").textOrEmpty(),
                    row.get("title").textOrEmpty(),
                    row.get("last").get("id").textOrEmpty()))
        .toList();
  }

  private static int delete(RunningGateway gateway, String path) throws Exception {
    return gateway.send(gateway.request(path).DELETE().build()).statusCode();
  }

  private static int post(RunningGateway gateway, String path, String body) throws Exception {
    HttpRequest.Builder request = gateway.request(path).POST(BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return gateway.send(request.build()).statusCode();
  }
}
