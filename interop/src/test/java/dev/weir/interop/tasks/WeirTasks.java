package dev.weir.interop.tasks;

import dev.weir.client.Answer;
import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Route;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.conversation.ConversationJson;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks with Weir. */
final class WeirTasks {
  private final Weir weir;
  private final Provider provider;
  private final Provider other;
  private final Consumer<@Nullable Object> out;

  WeirTasks(Weir weir, Provider provider, Provider other, Consumer<@Nullable Object> out) {
    this.weir = weir;
    this.provider = provider;
    this.other = other;
    this.out = out;
  }

  private void print(@Nullable Object text) {
    out.accept(text);
  }

  record City(String name, double people) {}

  static final class Weather {
    @ToolMethod("The temperature in a city, now")
    double temperature(String city) {
      return city.equals("Bonn") ? 21.5 : 0;
    }
  }

  void ask() {
    print(weir.ask("Why is the sky blue?").orThrow().text());
  }

  void stream() {
    weir.stream(Request.of("Why is the sky blue?")).text().forEach(this::print);
  }

  void converse() {
    Request conversation = Request.of("I am Ada.");
    conversation =
        conversation
            .withMore(weir.ask(conversation).orThrow().newMessages())
            .withMore(List.of(Message.user("What is my name?")));
    print(weir.ask(conversation).text());
  }

  void settings() {
    Request request =
        Request.builder()
            .message(new Message.Instruction("Be brief."))
            .message(Message.user("Why is the sky blue?"))
            .temperature(0.0)
            .maxOutputTokens(100)
            .build();
    print(weir.ask(request).orThrow().text());
  }

  void tools() {
    print(weir.withTools(new Weather()).ask("How warm is it in Bonn?").orThrow().text());
  }

  void structured() {
    print(weir.ask("Which city on the Rhine was a capital?", City.class).name());
  }

  void picture(byte[] picture) {
    String base64 = Base64.getEncoder().encodeToString(picture);
    Message question =
        Message.user(new Content.Text("What is this?"), Content.image("image/png", base64));
    print(weir.ask(Request.of(question)).orThrow().text());
  }

  void thinking() {
    EventStream events = weir.stream(Request.of("Why is the sky blue?"));
    for (StreamEvent event : events) {
      if (event instanceof BlockDelta delta) {
        print(events.isText(delta) ? delta.text() : "(" + delta.text() + ")");
      }
    }
  }

  void cancel() {
    try (EventStream events = weir.stream(Request.of("Tell me a long story"))) {
      print(events.text().iterator().next());
    }
  }

  void deadline() {
    CompletableFuture<Answer> answer = weir.future(Request.of("Tell me a long story"));
    print(
        answer
            .orTimeout(200, TimeUnit.MILLISECONDS)
            .handle((whole, late) -> late == null ? whole.text() : "late")
            .join());
  }

  void failure() {
    Answer answer = weir.ask("Are you busy?");
    answer.error().ifPresent(error -> print(error.status() + " " + error.retryable()));
  }

  void usage() {
    print(weir.ask("Why is the sky blue?").orThrow().usage().outputTokens());
  }

  void atOnce() {
    List<CompletableFuture<Answer>> answers =
        List.of(weir.future(Request.of("Why?")), weir.future(Request.of("Why not?")));
    answers.forEach(answer -> print(answer.join().orThrow().text()));
  }

  void fallback() {
    Route route = Route.of("safe", Route.step(provider, "m"), Route.step(other, "m"));
    try (Weir safe = Weir.of(route)) {
      print(safe.ask("Are you busy?").orThrow().text());
    }
  }

  void remember() {
    Request first = Request.of("I am Ada.");
    List<Message> memory = first.withMore(weir.ask(first).orThrow().newMessages()).messages();
    String kept = ConversationJson.write(memory);
    Request next = Request.builder().messages(ConversationJson.read(kept)).build();
    print(weir.ask(next.withMore(List.of(Message.user("What is my name?")))).orThrow().text());
  }
}
