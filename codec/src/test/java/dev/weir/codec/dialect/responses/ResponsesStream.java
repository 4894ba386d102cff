package dev.weir.codec.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Decodes streams of this dialect that tests write with single quotes. */
final class ResponsesStream {
  static final String CREATED = "{'type':'response.created','response':{'id':'r','model':'m'}}";
  static final String COMPLETED =
      "{'type':'response.completed','response':{'id':'r','status':'completed','output':[]}}";

  private ResponsesStream() {}

  static String added(int index, String item) {
    return "{'type':'response.output_item.added','output_index':" + index + ",'item':" + item + "}";
  }

  static String done(int index, String item) {
    return "{'type':'response.output_item.done','output_index':" + index + ",'item':" + item + "}";
  }

  /** An event of the item at an index. */
  static String event(String type, int index, String fields) {
    return "{'type':'response." + type + "','output_index':" + index + "," + fields + "}";
  }

  static String completed(String... items) {
    return "{'type':'response.completed','response':{'id':'r','status':'completed','output':["
        + String.join(",", items)
        + "]}}";
  }

  static String json(String quoted) {
    return quoted.replace('\'', '"');
  }

  static String sse(String... chunks) {
    return Decoded.sse(Arrays.stream(chunks).map(ResponsesStream::json).toArray(String[]::new));
  }

  static List<StreamEvent> events(String... chunks) {
    List<StreamEvent> events = Decoded.events(Dialects.OPENAI_RESPONSES, sse(chunks));
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  static Response response(String... chunks) {
    return Decoded.response(events(chunks));
  }

  static String lines(List<StreamEvent> events) {
    return Decoded.counted(events).stream()
        .map(e -> EventJson.write(e).replace('"', '\'') + "\n")
        .collect(Collectors.joining());
  }

  static String lines(String... chunks) {
    return lines(events(chunks));
  }

  /** The events of a stream that has the usual beginning and end, without those. */
  static String inside(String... chunks) {
    List<StreamEvent> events = events(chunks);
    return lines(events.subList(1, events.size() - 1));
  }
}
