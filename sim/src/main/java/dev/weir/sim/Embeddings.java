package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Texts as vectors, in the forms of OpenAI, Gemini, Ollama and Cohere. */
final class Embeddings {
  private static final int CHARS_PER_TOKEN = 4;
  private static final int MOST_DIMENSIONS = 8192;

  /**
   * A path where vectors are asked for.
   *
   * @param dimensions how many numbers a vector has where the request does not say
   */
  private record Path(String end, Dialect dialect, int dimensions, Function<Asked, String> form) {}

  /** Those that are longer first: one is the end of another. */
  private static final List<Path> PATHS =
      List.of(
          new Path("/api/embeddings", Dialects.OLLAMA, 768, Embeddings::ollamaOne),
          new Path("/api/embed", Dialects.OLLAMA, 768, Embeddings::ollama),
          new Path("/v2/embed", Dialects.COHERE, 1536, Embeddings::cohere),
          new Path(":embedContent", Dialects.GEMINI, 3072, Embeddings::geminiOne),
          new Path(":batchEmbedContents", Dialects.GEMINI, 3072, Embeddings::gemini),
          new Path("/embeddings", Dialects.OPENAI_CHAT, 1536, Embeddings::openai));

  /** What is to be turned into vectors, in this order. */
  private record Asked(Json body, String model, List<String> texts, int dimensions) {

    float[] vector(String text) {
      return WordVector.of(text, dimensions);
    }

    long tokens() {
      return texts.stream().mapToLong(text -> 1 + text.length() / CHARS_PER_TOKEN).sum();
    }
  }

  private Embeddings() {}

  /**
   * The vectors that a request asks for; empty if it asks for something else.
   *
   * @param read is told what was asked, if that can be read
   */
  static Optional<Reply> of(HttpAsk ask, Consumer<Request> read) {
    return PATHS.stream()
        .filter(path -> ask.method().equals("POST") && ask.path().endsWith(path.end()))
        .findFirst()
        .map(path -> reply(path, ask, read));
  }

  private static Reply reply(Path path, HttpAsk ask, Consumer<Request> read) {
    Json body = AskedJson.of(ask);
    String model = model(ask.path(), body);
    read.accept(Request.builder().modelName(model).build());
    List<String> texts = texts(body);
    if (texts.isEmpty()) {
      return refused(path, "Nothing to embed; expected a text, or a list of texts, in the request");
    }
    long dimensions = dimensions(body, path.dimensions());
    if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
      return refused(
          path, "Expected 1 to %,d dimensions, saw %,d".formatted(MOST_DIMENSIONS, dimensions));
    }
    return Reply.json(
        /* status= */ 200, path.form().apply(new Asked(body, model, texts, (int) dimensions)));
  }

  private static Reply refused(Path path, String words) {
    return Place.error(path.dialect().serverSide().orElseThrow(), /* status= */ 400, words);
  }

  /** Gemini names the model before a colon in the path. */
  private static String model(String path, Json body) {
    int colon = path.lastIndexOf(':');
    return colon > path.lastIndexOf('/')
        ? path.substring(path.lastIndexOf('/') + 1, colon)
        : body.get("model").textOrEmpty();
  }

  private static long dimensions(Json body, int usual) {
    Json first = body.has("requests") ? body.get("requests").at(0) : body;
    for (String name : List.of("dimensions", "output_dimension", "outputDimensionality")) {
      Long wanted = first.get(name).number();
      if (wanted != null) {
        return wanted;
      }
    }
    return usual;
  }

  private static List<String> texts(Json body) {
    if (body.has("requests")) {
      return body.get("requests").items().stream().map(each -> parts(each.get("content"))).toList();
    }
    if (body.has("content")) {
      return List.of(parts(body.get("content")));
    }
    for (String name : List.of("input", "texts", "prompt")) {
      if (body.has(name)) {
        return inputs(body.get(name));
      }
    }
    return List.of();
  }

  /** A text, several, or one or several that are lists of tokens. */
  private static List<String> inputs(Json input) {
    boolean isOne = !input.isArray() || input.at(0) instanceof Json.Num;
    return isOne ? List.of(text(input)) : input.items().stream().map(Embeddings::text).toList();
  }

  private static String text(Json input) {
    return input.isArray()
        ? input.items().stream().map(Json::toText).collect(Collectors.joining(" "))
        : input.textOrEmpty();
  }

  private static String parts(Json content) {
    return content.get("parts").items().stream()
        .map(part -> part.get("text").textOrEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String openai(Asked asked) {
    boolean isBase64 = asked.body().get("encoding_format").textOrEmpty().equals("base64");
    var json = new JsonText().beginObject().field("object", "list").name("data").beginArray();
    int index = 0;
    for (String text : asked.texts()) {
      json.beginObject().field("object", "embedding").field("index", index++).name("embedding");
      if (isBase64) {
        json.value(base64(asked.vector(text)));
      } else {
        numbers(json, asked.vector(text));
      }
      json.endObject();
    }
    json.endArray().field("model", asked.model()).name("usage").beginObject();
    json.field("prompt_tokens", asked.tokens()).field("total_tokens", asked.tokens());
    return json.endObject().endObject().toString();
  }

  /** Little-endian floats, as OpenAI sends them. */
  private static String base64(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  private static String geminiOne(Asked asked) {
    var json = new JsonText().beginObject().name("embedding").beginObject().name("values");
    return numbers(json, asked.vector(asked.texts().getFirst())).endObject().endObject().toString();
  }

  private static String gemini(Asked asked) {
    var json = new JsonText().beginObject().name("embeddings").beginArray();
    for (String text : asked.texts()) {
      numbers(json.beginObject().name("values"), asked.vector(text)).endObject();
    }
    return json.endArray().endObject().toString();
  }

  private static String ollama(Asked asked) {
    var json = new JsonText().beginObject().field("model", asked.model());
    all(json.name("embeddings"), asked);
    json.field("total_duration", 1_000_000).field("load_duration", 0);
    return json.field("prompt_eval_count", asked.tokens()).endObject().toString();
  }

  /** The older form, of one text. */
  private static String ollamaOne(Asked asked) {
    var json = new JsonText().beginObject().name("embedding");
    return numbers(json, asked.vector(asked.texts().getFirst())).endObject().toString();
  }

  private static String cohere(Asked asked) {
    var json = new JsonText().beginObject().field("id", "sim-embed").name("embeddings");
    all(json.beginObject().name("float"), asked).endObject();
    json.name("texts").beginArray();
    asked.texts().forEach(json::value);
    json.endArray().name("meta").beginObject().name("billed_units").beginObject();
    return json.field("input_tokens", asked.tokens())
        .endObject()
        .endObject()
        .endObject()
        .toString();
  }

  private static JsonText all(JsonText json, Asked asked) {
    json.beginArray();
    asked.texts().forEach(text -> numbers(json, asked.vector(text)));
    return json.endArray();
  }

  private static JsonText numbers(JsonText json, float[] vector) {
    json.beginArray();
    for (float each : vector) {
      json.value(new Json.Num(Float.toString(each)));
    }
    return json.endArray();
  }
}
