package dev.weir.gateway.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.RunningGateway;
import dev.weir.testkit.NpmPackage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenAI's own client from npm, which comes back for a response with {@code starting_after}. */
class OpenAiNodeResumeTest {
  private static final NpmPackage PACKAGE = new NpmPackage("openai", "7.53.0", "index.mjs");
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 1 << 24);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void getsEveryEventOnceThoughCutAfterEach(int nodes) throws Exception {
    Optional<Path> installed = PACKAGE.installed();
    assumeTrue(installed.isPresent(), PACKAGE::missing);
    String script = Programs.script("openai.mjs", installed.orElseThrow()).toString();
    try (var proxy = new CuttingProxy();
        var gateways =
            Gateways.start(
                nodes,
                RunningGateway.behind(proxy.port(), folder),
                folder,
                new TalkativeUpstream(/* seed= */ 17))) {
      proxy.leadTo(gateways.ports());
      proxy.passOnlyWhatComes();
      List<Json> read =
          Programs.run("node", script, proxy.url() + "/v1").lines().map(READER::read).toList();

      String id = read.getFirst().get("response").get("id").textOrEmpty();
      for (RunningGateway gateway : gateways.all()) {
        assertThat(read)
            .isEqualTo(events(gateway.body("/v1/responses/%s?stream=true".formatted(id))));
      }
      List<String> places = new ArrayList<>(List.of(""));
      IntStream.range(0, read.size() - 1).mapToObj(String::valueOf).forEach(places::add);
      assertThat(new LinkedHashSet<>(proxy.resumedFrom())).containsExactlyElementsOf(places);
      assertThat(read.size()).isGreaterThan(10);
    }
  }

  private static List<Json> events(String frames) {
    return frames
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> READER.read(line.substring("data: ".length())))
        .toList();
  }
}
