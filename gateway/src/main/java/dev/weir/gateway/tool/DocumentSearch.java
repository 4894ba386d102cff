package dev.weir.gateway.tool;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Searches documents for words; a front end shows what it finds like the results of a web search.
 */
public final class DocumentSearch implements Tool {
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** A heading is not a passage: a front end already has the title. */
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} .*$");

  private static final int LEAST_LETTERS = 3;
  private static final int SNIPPET_CHARS = 240;
  private static final long MOST_RESULTS = 10;
  private static final String SCHEMA =
      """
      {"type":"object","properties":{
        "query":{"type":"string","description":"Words to look for"},
        "limit":{"type":"integer","minimum":1,"maximum":10,"description":"How many results at most"}},
       "required":["query"],"additionalProperties":false}
      """;

  private final List<Document> documents;

  public DocumentSearch(List<Document> documents) {
    this.documents = List.copyOf(documents);
  }

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        "search_documents",
        "Searches the documents of this gateway and returns the best matching passages.",
        new JsonReader(16, 10_000).read(SCHEMA));
  }

  /** A paragraph that has some of the words. */
  private record Passage(Document document, String text, long hits) {}

  @Override
  public ToolResult run(ToolCall call) {
    String query = call.arguments().get("query").textOrEmpty();
    Long limit = call.arguments().get("limit").number();
    List<Passage> found =
        find(query).stream().limit(limit == null ? 5 : Math.clamp(limit, 1, MOST_RESULTS)).toList();
    var forModel = new StringBuilder();
    List<Json> results = new ArrayList<>();
    for (Passage passage : found) {
      forModel
          .append("## ")
          .append(passage.document().title())
          .append('\n')
          .append(passage.text())
          .append("\n\n");
      Map<String, Json> result = new LinkedHashMap<>();
      result.put("title", new Json.Text(passage.document().title()));
      result.put("url", new Json.Text("document:" + passage.document().name()));
      result.put("snippet", new Json.Text(snippet(passage.text())));
      results.add(new Json.Fields(result));
    }
    Map<String, Json> data = new LinkedHashMap<>();
    data.put("query", new Json.Text(query));
    data.put("results", new Json.Items(results));
    return new ToolResult(
        /* success= */ true,
        found.isEmpty() ? "Nothing found." : forModel.toString(),
        ToolResult.Kind.WEB_SEARCH,
        new Json.Fields(data));
  }

  private List<Passage> find(String query) {
    Set<String> words = words(query);
    List<Passage> best = new ArrayList<>();
    for (Document document : documents) {
      Passage top = null;
      String body = HEADING.matcher(document.text()).replaceAll("\n");
      for (String paragraph : body.split("\\n\\s*\\n", -1)) {
        long hits = words(paragraph).stream().filter(words::contains).count();
        if (hits > 0 && (top == null || hits > top.hits())) {
          top = new Passage(document, paragraph.strip(), hits);
        }
      }
      if (top != null) {
        best.add(top);
      }
    }
    best.sort(Comparator.comparingLong(Passage::hits).reversed());
    return best;
  }

  private static Set<String> words(String text) {
    Set<String> words = new TreeSet<>();
    for (String word : NO_WORD.split(text.toLowerCase(Locale.ROOT), -1)) {
      if (word.length() >= LEAST_LETTERS) {
        words.add(word);
      }
    }
    return words;
  }

  private static String snippet(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= SNIPPET_CHARS
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SNIPPET_CHARS)) + "…";
  }
}
