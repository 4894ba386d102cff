package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What clients really sent, asked of providers of every other dialect. */
class TranslatedRequestsTest {
  private record Sent(Dialect from, Dialect to, String name, Json body) {}

  private static Stream<Sent> sent() {
    return RecordedRequestsTest.sent()
        .flatMap(sent ->
            RequestRoundTripTest.TWO_SIDED.stream()
                .filter(to -> !to.equals(sent.dialect()))
                .map(to -> new Sent(sent.dialect(), to, sent.file().name(), sent.body())));
  }

  @TestFactory
  Stream<DynamicTest> isAcceptedByTheRulesOfTheProvider() {
    return sent()
        .map(sent ->
            DynamicTest.dynamicTest(
                sent.to() + " of " + sent.name(),
                () -> {
                  Rendered written = Rewritten.translated(sent.from(), sent.to(), sent.body());
                  Json body = written.body();
                  boolean isEmpty = body.equals(withoutMessages(body));
                  if (isEmpty) {
                    // Nothing was said that another provider could read.
                    assertThat(OnLoss.REFUSE.refusal(written.leftOut())).isPresent();
                    return;
                  }
                  ServerSide server = sent.to().serverSide().orElseThrow();
                  server.read(body, new Endpoint("m", /* streams= */ true, sent.to().streamForm()));
                  server.check(body);
                }));
  }

  private static Json withoutMessages(Json body) {
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    for (String name : List.of("messages", "input", "contents")) {
      fields.computeIfPresent(name, (n, list) -> new Json.Items(List.of()));
    }
    return new Json.Fields(fields);
  }

  @TestFactory
  Stream<DynamicTest> whateverIsMissingIsNamed() {
    return sent()
        .map(sent ->
            DynamicTest.dynamicTest(
                sent.to() + " of " + sent.name(),
                () -> {
                  Rendered written = Rewritten.translated(sent.from(), sent.to(), sent.body());
                  assertThat(unexplained(sent, written)).isEmpty();
                }));
  }

  private static Set<String> unexplained(Sent sent, Rendered written) {
    var found = new Leaves(written.body());
    List<String> lost = written.leftOut().stream().map(RequestLoss::field).toList();
    Set<String> silent = new TreeSet<>();
    Leaves.walk(
        "",
        sent.body(),
        (path, leaf) -> {
          boolean isNamed = lost.stream().anyMatch(field -> isWithin(path, field));
          boolean isMapped =
              MappedFields.isMapped(sent.from(), path) || isNameOfBuiltIn(sent.body(), path);
          if (!isNamed && !found.has(leaf) && !isMapped) {
            silent.add(path);
          }
        });
    return silent;
  }

  /** Anthropic's own tools have a type and a name, which is another elsewhere. */
  private static boolean isNameOfBuiltIn(Json body, String path) {
    return body.get("tools").items().stream()
        .anyMatch(tool ->
            path.equals("tools[%d].name".formatted(body.get("tools").items().indexOf(tool)))
                && tool.get("type").textOrEmpty().matches(".*_20\\d{6}"));
  }

  private static boolean isWithin(String path, String field) {
    return path.startsWith(field)
        && (path.length() == field.length() || ".[".indexOf(path.charAt(field.length())) >= 0);
  }
}
