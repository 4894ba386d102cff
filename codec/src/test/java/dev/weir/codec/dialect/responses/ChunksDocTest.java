package dev.weir.codec.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/chunks.md} are those of the code. */
class ChunksDocTest {
  private static final Path DOCUMENT = Path.of("../docs/chunks.md");

  @Test
  void everyTypeStandsInTheTableAsItIsClassified() throws IOException {
    var table = new ResponsesChunkTable();
    List<String> expected = new ArrayList<>();
    for (String type : ResponsesChunkTable.types()) {
      Chunk chunk = table.classify(new Frame(type, "", Bytes.of("{}")), new Json.Fields(Map.of()));
      expected.add(
          "`%s` | %s | %s"
              .formatted(type, chunk.partKind().word(), chunk.isTerminal() ? "yes" : "")
              .strip());
    }

    assertThat(rows("responses")).containsExactlyElementsOf(expected);
  }

  @Test
  void everyFieldIsDocumentedInItsOrder() throws IOException {
    var json = new JsonText().beginObject();
    new Chunk(
            PartKind.ASSISTANT,
            "t",
            "a",
            new Chunk.Place("r", 0L, 0L, "i", 1L, Map.of("name", "value")),
            "type",
            true,
            Bytes.of("{}"),
            "owner")
        .write(json);
    Json written = new JsonReader(/* maxDepth= */ 5, 1000).read(json.endObject().toString());

    assertThat(rows("fields").stream().map(row -> row.split("`", -1)[1]))
        .containsExactlyElementsOf(written.fields().keySet());
  }

  /** The first three cells of each row of the table after a mark. */
  private static List<String> rows(String mark) throws IOException {
    List<String> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.equals("<!-- " + mark + " -->")) {
        inside = true;
      } else if (inside && line.startsWith("| `") && !line.contains("`chunk_type` | `part_kind`")) {
        List<String> cells = List.of(line.split("\\|", -1));
        rows.add(
            String.join(
                    " | ",
                    cells.subList(1, Math.min(4, cells.size())).stream()
                        .map(String::strip)
                        .toList())
                .strip());
      } else if (inside && line.isEmpty()) {
        inside = false;
      }
    }
    return rows;
  }
}
