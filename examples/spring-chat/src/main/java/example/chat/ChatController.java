package example.chat;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.springboot.StreamFormat;
import dev.weir.springboot.WeirStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/**
 * Answers go into a log first, and from there to the browser: one whose connection breaks asks
 * again with the id of the answer and of the last event that it has, and gets exactly the rest.
 */
@RestController
class ChatController {
  private final WeirStreams streams;

  ChatController(WeirStreams streams) {
    this.streams = streams;
  }

  @PostMapping("/chat")
  ResponseEntity<Flux<ServerSentEvent<String>>> ask(@RequestBody String question) {
    Request request = Request.of(new Message.Instruction("Be brief."), Message.user(question));
    return streams.serve(request, StreamFormat.LIFECYCLE);
  }

  @GetMapping("/chat/{id}")
  ResponseEntity<Flux<ServerSentEvent<String>>> resume(
      @PathVariable String id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
    return streams.read(id, lastEventId, StreamFormat.LIFECYCLE);
  }

  @DeleteMapping("/chat/{id}")
  void stop(@PathVariable String id) {
    streams.cancel(id);
  }
}
