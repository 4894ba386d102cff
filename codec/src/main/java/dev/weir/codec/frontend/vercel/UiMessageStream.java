package dev.weir.codec.frontend.vercel;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.FrontEndEvents;
import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import java.util.Map;
import java.util.function.Consumer;

/** The protocol of {@code useChat} in {@code ai} 7. */
public record UiMessageStream() implements FrontEnd {

  @Override
  public String word() {
    return "vercel-ui";
  }

  @Override
  public String path() {
    return "/v1/ui/chat";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("x-vercel-ai-ui-message-stream", "v1");
  }

  @Override
  public Consumer<StreamEvent> encoder(AnswerPlace place, Consumer<? super Frame> out) {
    return new FrontEndEvents(place.stream(), new UiMessageEncoder(place, out));
  }

  @Override
  public FrontEndRequest read(Json body) {
    return UiMessages.read(body);
  }
}
