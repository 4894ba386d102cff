package dev.weir.codec.cost;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** Requests of which a client chooses how much there is of one thing. */
enum RequestShape {
  MESSAGES((request, n) -> {
    for (int i = 0; i < n; i++) {
      request.message(i % 2 == 0 ? Message.user("Rain?") : new Message.Assistant("No."));
    }
  }),
  MESSAGES_OF_ONE_ROLE((request, n) -> {
    for (int i = 0; i < n; i++) {
      request.message(Message.user("Rain?"));
    }
  }),
  PARTS((request, n) ->
      request.message(
          new Message.User(
              IntStream.range(0, n).mapToObj(i -> (Content) new Content.Text("Rain?")).toList()))),
  A_LONG_TEXT((request, n) -> request.message(Message.user("Rain? ".repeat(100 * n)))),
  INSTRUCTIONS((request, n) -> {
    for (int i = 0; i < n; i++) {
      request.message(new Message.Instruction("Be brief."));
    }
    request.message(Message.user("Rain?"));
  }),
  TOOLS((request, n) -> {
    Json schema = new JsonReader(8, 1000).read("{\"type\":\"object\"}");
    request.message(Message.user("Rain?"));
    for (int i = 0; i < n; i++) {
      request.tool(new ToolSpec("t" + i, "A tool", schema));
    }
  });

  @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
  private final BiConsumer<Request.Builder, Integer> make;

  RequestShape(BiConsumer<Request.Builder, Integer> make) {
    this.make = make;
  }

  Request of(int n) {
    Request.Builder request = Request.builder().modelName("m");
    make.accept(request, n);
    return request.build();
  }
}
