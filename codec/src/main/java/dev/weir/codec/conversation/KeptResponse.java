package dev.weir.codec.conversation;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.render.Tree;
import dev.weir.event.FinishReason;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A response as JSON that reads back the same; what events can say is written in their form. */
final class KeptResponse {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 256 << 20);

  private KeptResponse() {}

  static Json write(Response response) {
    var json = new JsonText().beginObject();
    EventJson.usage(json, response.usage());
    Json usage = READER.read(json.endObject().toString()).get("usage");
    var tree =
        new Tree()
            .putIfAny("responseId", response.responseId())
            .putIfAny("modelName", response.modelName())
            .put("blocks", items(response.blocks().stream().map(KeptResponse::block)))
            .put("finishes", items(response.finishes().entrySet().stream().map(KeptResponse::end)))
            .put("alternatives", numbers(response))
            .putIfAny("verdict", name(response.verdict()))
            .putIfAny("word", response.word())
            .put("faults", items(response.faults().stream().map(f -> event(new Fault(f)))))
            .put("gaps", items(response.gaps().stream().map(KeptResponse::event)));
    if (!response.tries().isEmpty()) {
      tree.put("tries", items(response.tries().stream().map(KeptResponse::event)));
    }
    if (!response.seams().isEmpty()) {
      tree.put("seams", items(response.seams().stream().map(KeptResponse::event)));
    }
    return (usage.isNull() ? tree : tree.put("usage", usage)).json();
  }

  static Response read(Json json) {
    Map<Integer, FinishReason> finishes =
        json.get("finishes").items().stream()
            .map(each -> (OutputEnd) eventOf(each))
            .collect(Collectors.toMap(OutputEnd::output, OutputEnd::reason));
    String verdict = json.get("verdict").text();
    return new Response(
        json.get("responseId").text(),
        json.get("modelName").text(),
        json.get("blocks").items().stream().map(KeptResponse::blockOf).toList(),
        finishes,
        json.get("alternatives").items().stream()
            .map(number -> Math.toIntExact(number.number() == null ? 0 : number.number()))
            .collect(Collectors.toSet()),
        verdict == null ? null : Verdict.valueOf(verdict),
        json.get("word").text(),
        json.has("usage") ? EventJson.usage(json.get("usage")) : null,
        json.get("faults").items().stream().map(f -> ((Fault) eventOf(f)).fault()).toList(),
        json.get("gaps").items().stream().map(g -> (UnrepairedGap) eventOf(g)).toList(),
        json.get("tries").items().stream().map(t -> (FailedTry) eventOf(t)).toList(),
        json.get("seams").items().stream().map(s -> (Seam) eventOf(s)).toList());
  }

  private static Json block(Block block) {
    var start =
        new BlockStart(
            block.block(),
            block.kind(),
            block.id(),
            block.name(),
            block.synthetic(),
            block.origin());
    var end =
        new BlockEnd(
            block.block(),
            block.complete(),
            block.reasoning(),
            /* arguments= */ null,
            block.signature(),
            block.source());
    return new Tree()
        .put("start", event(start))
        .put("parts", items(block.parts().stream().map(Json.Text::new)))
        .put("annotations", items(block.annotations().stream().map(Json.Text::new)))
        .put("end", event(end))
        .json();
  }

  private static Block blockOf(Json json) {
    var start = (BlockStart) eventOf(json.get("start"));
    var end = (BlockEnd) eventOf(json.get("end"));
    return new Block(
        start.block(),
        start.kind(),
        start.id(),
        start.name(),
        start.synthetic(),
        start.origin(),
        texts(json.get("parts")),
        end.complete(),
        end.reasoning(),
        end.signature(),
        end.source(),
        texts(json.get("annotations")));
  }

  private static Json end(Map.Entry<Integer, FinishReason> finish) {
    return event(new OutputEnd(finish.getKey(), finish.getValue(), null));
  }

  private static Json numbers(Response response) {
    return items(
        response.alternatives().stream().map(n -> (Json) new Json.Num(Integer.toString(n))));
  }

  private static List<String> texts(Json items) {
    return items.items().stream().map(Json::textOrEmpty).toList();
  }

  private static Json items(Stream<? extends Json> items) {
    return new Json.Items(items.map(item -> (Json) item).toList());
  }

  private static @Nullable String name(@Nullable Verdict verdict) {
    return verdict == null ? null : verdict.name();
  }

  private static Json event(StreamEvent event) {
    return READER.read(EventJson.write(event));
  }

  private static StreamEvent eventOf(Json json) {
    return EventJson.read(json.toText());
  }
}
