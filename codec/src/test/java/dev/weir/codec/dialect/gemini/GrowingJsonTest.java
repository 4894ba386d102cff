package dev.weir.codec.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GrowingJsonTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 300, 1 << 24);

  private final GrowingJson json = new GrowingJson();
  private final StringBuilder text = new StringBuilder();

  @Test
  void aTextGoesOnOverManyUpdates() {
    assertThat(update("$.city", "Bos", true)).isEqualTo("{\"city\":\"Bos");
    assertThat(update("$.city", "t\"on", true)).isEqualTo("t\\\"on");
    assertThat(update("$.city", "", false)).isEqualTo("\"");
    assertThat(close()).isEqualTo("}");
    assertThat(text).hasToString("{\"city\":\"Bost\\\"on\"}");
  }

  @Test
  void nextLeavesCloseWhatTheyDoNotLieIn() {
    update("$.a.b[0].c", "x", false);
    update("$.a.b[0].d", new Json.Num("0.50"));
    update("$.a.b[1].c", new Json.Bool(true));
    update("$.a.e", Json.Null.NULL);
    update("$.f[0][0]", new Json.Num("1"));
    update("$.f[0][1]", new Json.Num("2"));
    update("$.f[1]", "y", false);
    close();

    assertThat(text)
        .hasToString(
            "{\"a\":{\"b\":[{\"c\":\"x\",\"d\":0.50},{\"c\":true}],\"e\":null},"
                + "\"f\":[[1,2],\"y\"]}");
  }

  @Test
  void quotedNamesAreNamesOfTheirOwn() {
    update("$['a.b']", "1", false);
    update("$.a.b", "2", false);
    update("$['it\\'s \"so\"']", "3", false);
    close();

    assertThat(text).hasToString("{\"a.b\":\"1\",\"a\":{\"b\":\"2\"},\"it's \\\"so\\\"\":\"3\"}");
  }

  @Test
  void aTextThatIsNeverEndedIsEndedByTheNextLeafOrTheClose() {
    update("$.a", "x", true);
    update("$.b", "y", true);
    close();

    assertThat(text).hasToString("{\"a\":\"x\",\"b\":\"y\"}");
  }

  @Test
  void nothingAtAllIsAnEmptyObject() {
    assertThat(close()).isEqualTo("{}");
  }

  @Test
  void aCharacterCutInHalfStaysWhole() {
    update("$.a", "\uD83D", true);
    update("$.a", "\uDE00", false);
    close();

    assertThat(READER.read(text.toString()).get("a").text()).isEqualTo("😀");
  }

  @Test
  void whatIsWrittenCannotChange() {
    update("$.a.b", "x", false);
    update("$.c[1]", "y", true);
    String before = text.toString();

    assertThat(problem("$.a.d")).isEqualTo("what it names is already written");
    assertThat(problem("$.a")).isEqualTo("what it names is already written");
    assertThat(problem("$.c[0]")).isEqualTo("what it names is already written");
    assertThat(problem("$.c")).isEqualTo("it names a container that already has values");
    assertThat(problem("$.c.d")).isEqualTo("it names a field of an array");
    assertThat(problem("$[0]")).isEqualTo("it names a place of an object");
    assertThat(problem("$.c[1].d")).isEqualTo("what it names is already written");
    assertThat(problem("$.c[9999]")).isEqualTo("it skips 9,997 places of an array");
    assertThat(problem("$")).isEqualTo("arguments are an object, not a single value");
    assertThat(json.update(path("$.c[1]"), new Json.Num("1"), false))
        .isEqualTo("a text cannot continue as another kind of value");
    assertThat(json.take()).isEmpty();
    assertThat(text).hasToString(before);

    update("$.c[1]", "z", false);
    close();
    assertThat(text).hasToString("{\"a\":{\"b\":\"x\"},\"c\":[null,\"yz\"]}");
    assertThat(problem("$.e")).isEqualTo("the arguments are already closed");
  }

  /** An empty object or array has no leaf, so updates cannot tell of it. */
  @Test
  void skippedPlacesOfAnArrayAreNull() {
    update("$.a[2]", "x", false);
    close();

    assertThat(text).hasToString("{\"a\":[null,null,\"x\"]}");
    assertThat(json.isFilled()).isTrue();
  }

  /** G2: every prefix is a prefix of the final text, which is the value. */
  @Test
  void theLeavesOfAnyValueInAnyOrderOfDepthFirstGiveTheValue() {
    var random = new Random(5);
    for (int round = 0; round < 3000; round++) {
      Json value = object(random, 0);
      List<Leaf> leaves = new ArrayList<>();
      leaves("$", value, leaves, random);
      var growing = new GrowingJson();
      List<String> prefixes = new ArrayList<>();
      var whole = new StringBuilder();
      for (Leaf leaf : leaves) {
        feed(growing, leaf, random, whole, prefixes);
      }
      growing.close();
      whole.append(growing.take());

      String json = whole.toString();
      assertThat(JsonText.canonical(READER.read(json))).isEqualTo(JsonText.canonical(value));
      assertThat(prefixes).allSatisfy(p -> assertThat(json).startsWith(p));
    }
  }

  /** Whatever comes in whatever order, closing gives valid JSON. */
  @Test
  void updatesOfAnyKindNeverGiveInvalidJson() {
    var random = new Random(6);
    List<String> steps = List.of(".a", ".b", "['c d']", "[0]", "[1]", "[3]");
    for (int round = 0; round < 3000; round++) {
      var growing = new GrowingJson();
      var whole = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        var path = new StringBuilder("$");
        for (int depth = random.nextInt(4); depth > 0; depth--) {
          path.append(steps.get(random.nextInt(steps.size())));
        }
        growing.update(path(path.toString()), scalar(random), random.nextBoolean());
        whole.append(growing.take());
      }
      growing.close();
      whole.append(growing.take());

      assertThat(READER.read(whole.toString())).isNotNull();
    }
  }

  private record Leaf(String path, Json value) {}

  private static void feed(
      GrowingJson growing, Leaf leaf, Random random, StringBuilder whole, List<String> prefixes) {
    JsonPath path = path(leaf.path());
    String string = leaf.value().text();
    if (string == null || random.nextBoolean()) {
      assertThat(growing.update(path, leaf.value(), /* willContinue= */ false)).isNull();
      whole.append(growing.take());
      prefixes.add(whole.toString());
      return;
    }
    int from = 0;
    while (from < string.length()) {
      int to = Math.min(string.length(), from + 1 + random.nextInt(4));
      Json piece = new Json.Text(string.substring(from, to));
      assertThat(growing.update(path, piece, /* willContinue= */ true)).isNull();
      whole.append(growing.take());
      prefixes.add(whole.toString());
      from = to;
    }
    boolean saysEnd = string.isEmpty() || random.nextBoolean();
    if (saysEnd) {
      assertThat(growing.update(path, new Json.Text(""), /* willContinue= */ false)).isNull();
      whole.append(growing.take());
    }
  }

  /** The leaves in the order in which a model writes them, under paths of either spelling. */
  private static void leaves(String path, Json value, List<Leaf> out, Random random) {
    switch (value) {
      case Json.Fields fields ->
          fields
              .map()
              .forEach((name, field) -> leaves(path + segment(name, random), field, out, random));
      case Json.Items items -> {
        for (int i = 0; i < items.list().size(); i++) {
          leaves(path + "[" + i + "]", items.list().get(i), out, random);
        }
      }
      case Json.Text leaf -> out.add(new Leaf(path, leaf));
      case Json.Num leaf -> out.add(new Leaf(path, leaf));
      case Json.Bool leaf -> out.add(new Leaf(path, leaf));
      case Json.Null leaf -> out.add(new Leaf(path, leaf));
    }
  }

  private static String segment(String name, Random random) {
    boolean plain = !name.isEmpty() && name.chars().allMatch(c -> c >= 'a' && c <= 'z');
    if (plain && random.nextBoolean()) {
      return "." + name;
    }
    char quote = random.nextBoolean() ? '\'' : '"';
    var quoted = new StringBuilder("[").append(quote);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == quote || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || (c > '~' && random.nextBoolean())) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(quote).append(']').toString();
  }

  private static Json object(Random random, int depth) {
    Map<String, Json> fields = new LinkedHashMap<>();
    int size = (depth == 0 ? 0 : 1) + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      fields.put(words(random), value(random, depth + 1));
    }
    return new Json.Fields(fields);
  }

  private static Json value(Random random, int depth) {
    return switch (random.nextInt(depth > 4 ? 4 : 7)) {
      case 4, 5 -> object(random, depth);
      case 6 -> {
        List<Json> items = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          items.add(value(random, depth + 1));
        }
        yield new Json.Items(items);
      }
      default -> scalar(random);
    };
  }

  private static Json scalar(Random random) {
    return switch (random.nextInt(4)) {
      case 0 ->
          new Json.Num(
              List.of("0", "-1.5e3", "0.10", "12345678901234567890").get(random.nextInt(4)));
      case 1 -> new Json.Bool(random.nextBoolean());
      case 2 -> Json.Null.NULL;
      default -> new Json.Text(words(random));
    };
  }

  private static String words(Random random) {
    List<String> pieces =
        List.of("a", "bc", "d.e", "'", "\"", "\\", "\n", "\u0000", "é", "😀", " ", "[0]", "\u2028");
    var text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return text.toString();
  }

  private String update(String path, String value, boolean willContinue) {
    assertThat(json.update(path(path), new Json.Text(value), willContinue)).isNull();
    return take();
  }

  private void update(String path, Json value) {
    assertThat(json.update(path(path), value, /* willContinue= */ false)).isNull();
    take();
  }

  private @Nullable String problem(String path) {
    return json.update(path(path), new Json.Text("!"), /* willContinue= */ false);
  }

  private String close() {
    json.close();
    return take();
  }

  private String take() {
    String added = json.take();
    text.append(added);
    return added;
  }

  private static JsonPath path(String path) {
    return JsonPath.parse(path, /* maxDepth= */ 200);
  }
}
