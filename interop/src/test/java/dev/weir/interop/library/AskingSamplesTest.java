package dev.weir.interop.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.Answer;
import dev.weir.client.EventStream;
import dev.weir.client.ResponseException;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.bind.Param;
import dev.weir.codec.conversation.ConversationJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Thinking;
import dev.weir.event.BlockKind;
import dev.weir.event.Prices;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.sim.Simulator;
import dev.weir.sim.junit.SimulatorExtension;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The samples of docs/library about asking: what stands there is what runs here. */
class AskingSamplesTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {format: json}
                  say: [{text: '{"name":"Bonn","people":0.34}'}]
                - when: {text: warm, tools: temperature}
                  say: [{thinking: I look it up., }, {call: temperature, arguments: {place: {name: Bonn}}}]
                - when: {result: temperature}
                  say: [{text: "It is ${result} degrees."}]
                - when: {text: busy}
                  fault: 529
                  say: [{text: never}]
                - when: {text: long story}
                  fault: stall:4
                  say: [{text: [Once, upon, a, time, there, was]}]
                - say: [{thinking: Let me think.}, {text: "You said: ${prompt}"}]
                  usage: {input: 1000, output: 200, reasoning: 50, cached: 600}
              """)
          .in(Dialects.ANTHROPIC);

  private final StringBuilder out = new StringBuilder();
  private Weir weir;

  @BeforeEach
  void take(Weir given) {
    weir = given;
  }

  private void print(String text) {
    out.append(text);
  }

  // tools
  record Place(@Param("City or village") String name, Optional<String> country) {}

  static final class Weather {
    @ToolMethod("The temperature at a place, now")
    double temperature(Place place) {
      return 21.5;
    }
  }

  // structured output
  record City(String name, @Param("in millions") double people, Optional<String> river) {}

  @Test
  void ask() {
    Answer answer = weir.ask("Why is the sky blue?").orThrow();
    print(answer.text());
    assertThat(out).hasToString("You said: Why is the sky blue?");
  }

  @Test
  void streamTheText() {
    try (EventStream events = weir.stream(Request.of("Why is the sky blue?"))) {
      for (String text : events.text()) {
        print(text);
      }
    }
    assertThat(out).hasToString("You said: Why is the sky blue?");
  }

  @Test
  void seeEverything() {
    try (EventStream events = weir.stream(Request.of("Why is the sky blue?"))) {
      for (StreamEvent event : events) {
        switch (event) {
          case BlockDelta delta when events.isText(delta) -> print(delta.text());
          case BlockDelta delta when events.kind(delta) == BlockKind.REASONING -> print("~");
          case StreamEvent.ResponseEnd end -> print(" " + end.verdict());
          default -> {}
        }
      }
    }
    assertThat(out.toString().replace("~", ""))
        .isEqualTo("You said: Why is the sky blue? COMPLETE");
  }

  @Test
  void sampling(Simulator simulator) {
    Sampling calm = Sampling.DEFAULT.withTemperature(0.2).withSeed(7L);
    Request request =
        Request.builder()
            .message(Message.user("Why is the sky blue?"))
            .sampling(calm)
            .maxOutputTokens(200)
            .build();
    Answer answer = weir.ask(request);
    assertThat(simulator.requests().getLast().body())
        .contains("\"temperature\":0.2")
        .contains("\"max_tokens\":200");
    assertThat(answer.leftOut()).extracting(RequestLoss::field).containsExactly("seed");
  }

  @Test
  void converse() {
    Request conversation =
        Request.builder()
            .message(new Message.Instruction("Be brief."))
            .message(Message.user("My name is Ada."))
            .modelName("claude-sonnet-4-5")
            .maxOutputTokens(1_000)
            .build();
    Answer answer = weir.ask(conversation).orThrow();
    conversation =
        conversation
            .withMore(answer.newMessages())
            .withMore(List.of(Message.user("What is my name?")));
    print(weir.ask(conversation).text());
    assertThat(out).hasToString("You said: What is my name?");
    assertThat(conversation.messages()).hasSize(4);
  }

  @Test
  void tools() {
    Answer answer = weir.withTools(new Weather()).ask("How warm is it in Bonn?");
    print(answer.text());
    assertThat(out).hasToString("It is 21.5 degrees.");
    assertThat(answer.newMessages()).hasSize(3);
  }

  @Test
  void structuredOutput() {
    Request request =
        Request.builder()
            .message(Message.user("Which city is on the Rhine and was a capital?"))
            .format(OutputFormat.of(City.class))
            .build();
    City city = weir.ask(request).as(City.class);
    assertThat(city).isEqualTo(new City("Bonn", 0.34, Optional.empty()));
  }

  @Test
  void imagesAndFiles(Simulator simulator) {
    byte[] picture = {1, 2, 3};
    String base64 = Base64.getEncoder().encodeToString(picture);
    Request request =
        Request.builder()
            .message(
                new Message.User(
                    List.of(
                        new Content.Text("What is this?"),
                        Content.image("image/png", base64),
                        Content.file("plan.pdf", "application/pdf", base64),
                        Content.imageAt("https://example.org/river.jpg"))))
            .build();
    Answer answer = weir.ask(request);
    assertThat(answer.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(simulator.requests().getFirst().body()).contains("image/png", "river.jpg");
  }

  @Test
  void reasoningOverTurns() {
    Request request =
        Request.builder()
            .message(Message.user("Prove it."))
            .thinking(new Thinking.Effort(Thinking.Level.HIGH))
            .build();
    Answer answer = weir.ask(request);
    print(answer.reasoning());
    List<Message> memory = new ArrayList<>(request.messages());
    memory.addAll(answer.newMessages());
    String kept = ConversationJson.write(memory); // to a file, a database, another process
    Request next =
        Request.builder()
            .messages(ConversationJson.read(kept))
            .message(Message.user("Is it still true for n = 0?"))
            .build();
    assertThat(weir.ask(next).verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(out).hasToString("Let me think.");
  }

  @Test
  void cancel() {
    try (EventStream events = weir.stream(Request.of("Tell me a long story"))) {
      for (String text : events.text()) {
        print(text);
        events.cancel(); // from any thread
      }
      assertThat(events.answer().verdict()).isEqualTo(Verdict.CANCELLED);
    }
    assertThat(out.toString()).startsWith("Once");
  }

  @Test
  void aDeadline() {
    CompletableFuture<Answer> answer = weir.future(Request.of("Tell me a long story"));
    answer.orTimeout(100, TimeUnit.MILLISECONDS);
    assertThatThrownBy(answer::join)
        .hasCauseInstanceOf(java.util.concurrent.TimeoutException.class);
  }

  @Test
  void clocks(Provider provider) {
    CallOptions patience =
        CallOptions.DEFAULT
            .withFirstEvent(Duration.ofSeconds(30)) // until the first event
            .withDead(Duration.ofSeconds(20)) // without any byte
            .withStalled(Duration.ofSeconds(60)) // bytes, but no content
            .withTries(2, Duration.ofMillis(200));
    try (Weir patient = Weir.of(provider, patience)) {
      assertThat(patient.ask("hello").verdict()).isEqualTo(Verdict.COMPLETE);
    }
  }

  @Test
  void failures(Provider provider) {
    try (Weir once = Weir.of(provider, CallOptions.DEFAULT.withTries(1, Duration.ZERO))) {
      Answer answer = once.ask("Are you busy?");
      answer.error().ifPresent(error -> print(error.status() + " " + error.retryable()));
      assertThat(answer.verdict()).isEqualTo(Verdict.FAILED);
      assertThatThrownBy(answer::orThrow).isInstanceOf(ResponseException.class);
    }
    assertThat(out).hasToString("529 true");
  }

  @Test
  void usageAndCost() {
    Usage usage = weir.ask("hello").usage();
    Prices prices = Prices.perMillion("3", "15").withCachedInput("0.30").withCacheWrite("3.75");
    Optional<BigDecimal> cost = usage.cost(prices);
    assertThat(cost).contains(new BigDecimal("0.00438"));
  }
}
