package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.render.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The tables of {@code docs/requests.md} are what happens: each row is a request that is read and
 * written in every dialect. They are written anew by {@code -Dgolden=write}.
 */
class RequestsDocTest {
  static final List<Dialect> DIALECTS = RequestRoundTripTest.TWO_SIDED;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 100, 1 << 20);
  private static final Path PAGE = Path.of("../docs/requests.md");
  private static final String TABLES = "\n## From ";

  private enum Mark {
    CARRIED("✓"),
    MAPPED("≈"),
    REPORTED("–"),
    REFUSED("✗");

    final String sign;

    Mark(String sign) {
      this.sign = sign;
    }
  }

  /** A field and a body that says it, of which the first line of its file is the least. */
  private record Row(String field, Json base, Json body) {

    static List<Row> of(Dialect dialect) {
      String name = "/request-fields/%s.txt".formatted(dialect.word());
      try (InputStream in = Objects.requireNonNull(Row.class.getResourceAsStream(name), name)) {
        List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        Json base = READER.read(lines.getFirst());
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
          int gap = line.indexOf("  ");
          Json said = READER.read(line.substring(gap + 2));
          rows.add(new Row(line.substring(0, gap), base, Tree.merged(base, said)));
        }
        return rows;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Mark in(Dialect from, Dialect to) {
      Rendered least = Rewritten.translated(from, to, base);
      Rendered written = Rewritten.translated(from, to, body);
      Set<RequestLoss> lost = new HashSet<>(written.leftOut());
      lost.removeAll(new HashSet<>(least.leftOut()));
      if (!lost.isEmpty()) {
        return lost.stream().anyMatch(RequestLoss::changesMeaning) ? Mark.REFUSED : Mark.REPORTED;
      }
      var found = new Leaves(written.body());
      List<String> missing = new ArrayList<>();
      Leaves.walk(
          "",
          body,
          (path, leaf) -> {
            if (!found.has(leaf) && !isStructure(path)) {
              missing.add(path);
            }
          });
      return missing.isEmpty() ? Mark.CARRIED : Mark.MAPPED;
    }

    /** What says only what something is. */
    private static boolean isStructure(String path) {
      return path.matches(".*(type|role|model|format|mimeType|media_type|[iI]d|is_error|status)");
    }
  }

  private static String table(Dialect from) {
    List<Dialect> others = DIALECTS.stream().filter(to -> !to.equals(from)).toList();
    StringBuilder table = new StringBuilder(TABLES).append(from.word()).append("\n\n| field |");
    others.forEach(to -> table.append(' ').append(to.word()).append(" |"));
    table.append("\n|---|").append(":-:|".repeat(others.size())).append('\n');
    for (Row row : Row.of(from)) {
      String signs =
          others.stream().map(to -> row.in(from, to).sign).collect(Collectors.joining(" | "));
      table.append("| `").append(row.field()).append("` | ").append(signs).append(" |\n");
    }
    return table.toString();
  }

  @Test
  void theTablesAreWhatHappens() throws IOException {
    String tables = DIALECTS.stream().map(RequestsDocTest::table).collect(Collectors.joining());
    String page = Files.readString(PAGE);
    int begin = page.indexOf(TABLES);
    String prose = begin < 0 ? page.stripTrailing() + "\n" : page.substring(0, begin);
    if (Objects.equals(System.getProperty("golden"), "write")) {
      Files.writeString(PAGE, prose + tables);
    } else {
      assertThat(page.substring(Math.max(0, begin))).isEqualTo(tables);
    }
  }

  /** Each of these bodies is hand-made, so that this holds without any recording too. */
  @ParameterizedTest
  @FieldSource("DIALECTS")
  void eachFieldGoesBackAsItWasInItsOwnDialect(Dialect dialect) {
    for (Row row : Row.of(dialect)) {
      Rendered again = Rewritten.again(dialect, row.body());
      assertThat(SortedJson.of(again.body())).as(row.field()).isEqualTo(SortedJson.of(row.body()));
      assertThat(again.leftOut()).as(row.field()).isEmpty();
    }
  }

  @ParameterizedTest
  @FieldSource("DIALECTS")
  void eachFieldIsTakenByTheRulesOfEveryOtherProvider(Dialect from) {
    for (Row row : Row.of(from)) {
      for (Dialect to : DIALECTS) {
        Json body = Rewritten.translated(from, to, row.body()).body();
        to.serverSide().orElseThrow().check(body);
        assertThat(Rewritten.read(to, body).messages()).as(row.field() + " in " + to).isNotEmpty();
      }
    }
  }
}
