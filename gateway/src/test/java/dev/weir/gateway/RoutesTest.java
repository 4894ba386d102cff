package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.json.Json;
import dev.weir.gateway.security.GuardedPath;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.security.Level;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoutesTest {
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  @TempDir private Path folder;

  @Test
  void noRouteButThePublicOnesAnswersWithoutAKey() throws Exception {
    String key = Keys.newKey();
    var options =
        GatewayOptions.local(0, folder).withKeys(Keys.of(Map.of("alice", Keys.hash(key))));
    try (var gateway = RunningGateway.start(options, upstream)) {
      List<String> open = new ArrayList<>();
      for (GuardedPath route : gateway.gateway.routes()) {
        String path =
            route
                .path()
                .replace("{id}", "0123")
                .replace("{chat}", "c")
                .replace("{model}", "m")
                .replace("*", "app.js");
        HttpRequest request =
            gateway
                .request(path)
                .header("Content-Type", "application/json")
                .method(
                    route.method(),
                    route.method().equals("POST")
                        ? HttpRequest.BodyPublishers.ofString("{}")
                        : HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = gateway.send(request);
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
            .contains("default-src 'none'");
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        if (response.statusCode() != 401) {
          open.add(route.path());
          assertThat(route.level()).isNotEqualTo(Level.OWNER);
        }
      }
      assertThat(open)
          .containsExactlyInAnyOrder("/healthz", "/readyz", "/api/hello", "/", "/page/*");
      assertThat(gateway.get("/v1/streams", "Authorization", "Bearer " + key).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aStreamIsThereOnlyForItsOwner() throws Exception {
    String alice = Keys.newKey();
    String bob = Keys.newKey();
    var keys = Keys.of(Map.of("alice", Keys.hash(alice), "bob", Keys.hash(bob)));
    try (var gateway =
        RunningGateway.start(GatewayOptions.local(0, folder).withKeys(keys), upstream)) {
      String body = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");
      HttpResponse<String> begun =
          gateway.send(gateway.chat(body, "Authorization", "Bearer " + alice));
      String id = begun.body().replaceAll(".*\"id\":\"(\\w+)\".*", "$1");
      assertThat(id).matches("[0-9a-f]{32}");
      for (String path : List.of("", "/events", "/recording", "/metrics")) {
        HttpResponse<String> response =
            gateway.get("/v1/streams/" + id + path, "Authorization", "Bearer " + bob);
        assertThat(response.statusCode()).isEqualTo(404);
      }
      assertThat(gateway.json("/v1/streams", "Authorization", "Bearer " + bob).get("streams"))
          .isEqualTo(new Json.Items(List.of()));
      assertThat(gateway.get("/v1/streams/" + id, "Authorization", "Bearer " + alice).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void whatIsNotThereIsNamed() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      HttpResponse<String> response = gateway.get("/v1/foo");

      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body())
          .contains("No such route: GET /v1/foo; /openapi.json says what there is");
    }
  }

  @Test
  void theOpenApiDocumentSaysExactlyWhatThereIs() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream)) {
      Set<String> described = new TreeSet<>();
      gateway
          .json("/openapi.json")
          .get("paths")
          .fields()
          .forEach((path, methods) ->
              methods
                  .fields()
                  .keySet()
                  .forEach(m -> described.add(m.toUpperCase(Locale.ROOT) + " " + path)));
      Set<String> there = new TreeSet<>();
      gateway.gateway.routes().stream()
          .filter(route -> route.level() != Level.PAGE)
          .forEach(route -> there.add(route.method() + " " + route.path()));
      assertThat(described).isEqualTo(there);
    }
  }

  @Test
  void withoutKeysItBindsToThisMachineOnly() {
    assertThatThrownBy(() ->
            new GatewayOptions(
                new Address("0.0.0.0", 0, null, null),
                Set.of(),
                Set.of(),
                Keys.NONE,
                new LogFolder(folder, LogOptions.DEFAULT),
                null,
                List.of(),
                StreamLimits.DEFAULT,
                RequestLimits.DEFAULT,
                DoorOptions.forThisProcess()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weir serve --new-key");
  }
}
