package dev.weir.codec.frontend.agui;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.FrontEndEvents;
import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.frontend.LateJoin;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The protocol of AG-UI 1.0. */
public record AgUi() implements FrontEnd {

  @Override
  public String word() {
    return "ag-ui";
  }

  @Override
  public String path() {
    return "/v1/ag-ui";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of();
  }

  @Override
  public Consumer<StreamEvent> encoder(AnswerPlace place, Consumer<? super Frame> out) {
    return new FrontEndEvents(place.stream(), new RunEncoder(place, out));
  }

  @Override
  public Optional<LateJoin> lateJoin(Json asked) {
    return Optional.of(new RunSnapshot(asked));
  }

  @Override
  public FrontEndRequest read(Json body) {
    return RunInput.read(body);
  }
}
