package dev.weir.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.event.Verdict;
import dev.weir.sim.junit.SimulatorExtension;
import dev.weir.sim.record.RecordingSink;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users have for their own tests. */
class TestKitTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {format: City}
                  say: [{text: '{"name":"Bonn"}'}]
                - when: {format: json}
                  say: [{text: '{}'}]
                - when: {max_tokens: 10}
                  say: [{text: short}]
                - say: [{text: "You said: ${prompt}"}]
              """)
          .in(Dialects.ANTHROPIC);

  record City(String name) {}

  private static Request.Builder asking(String text) {
    return Request.builder().message(Message.user(text));
  }

  @Test
  void aTestTakesAWeirThatAsksTheSimulator(Weir weir, Simulator simulator, Provider provider) {
    assertThat(weir.ask("hello").text()).isEqualTo("You said: hello");
    assertThat(provider.dialect()).isEqualTo(Dialects.ANTHROPIC);
    assertThat(simulator.requests()).hasSize(1);
    SimulatedRequest sent = simulator.requests().getFirst();
    assertThat(sent.path()).isEqualTo("/v1/messages");
    assertThat(sent.headers()).containsKey("anthropic-version");
    assertThat(sent.body()).contains("\"hello\"");
    assertThat(sent.request().messages().getFirst()).isInstanceOf(Message.User.class);
  }

  @Test
  void eachTestBeginsWithoutRequests(Simulator simulator) {
    assertThat(simulator.requests()).isEmpty();
  }

  @Test
  void scriptsTellFormatsApart(Simulator simulator) {
    try (Weir weir = Weir.of(simulator.provider(Dialects.OPENAI_CHAT))) {
      Request city = asking("?").format(OutputFormat.of(City.class)).build();
      assertThat(weir.ask(city).as(City.class)).isEqualTo(new City("Bonn"));
      assertThat(weir.ask(asking("?").format(new OutputFormat.AnyJson()).build()).text())
          .isEqualTo("{}");
    }
  }

  @Test
  void scriptsTellLimitsApart(Weir weir) {
    assertThat(weir.ask(asking("?").maxOutputTokens(9).build()).text()).isEqualTo("short");
    assertThat(weir.ask(asking("?").maxOutputTokens(11).build()).text()).isEqualTo("You said: ?");
  }

  @ParameterizedTest
  @CsvSource({"clock, one", "calendar, any", "REQUIRED, any", "NONE, none", "AUTO, other"})
  void scriptsTellToolChoicesApart(String choice, String expected) {
    Script script =
        ScriptReader.read(
            "script",
            """
            answers:
              - {when: {tool_choice: clock}, say: [{text: one}]}
              - {when: {tool_choice: required}, say: [{text: any}]}
              - {when: {tool_choice: none}, say: [{text: none}]}
              - {say: [{text: other}]}
            """);
    ToolChoice wanted =
        switch (choice) {
          case "REQUIRED" -> ToolChoice.REQUIRED;
          case "NONE" -> ToolChoice.NONE;
          case "AUTO" -> ToolChoice.AUTO;
          default -> ToolChoice.named(choice);
        };
    Request request = asking("?").toolChoice(wanted).build();
    Asked asked = Asked.of(new ReadRequest(request, /* isStreamed= */ true), new byte[1]);
    assertThat(script.answerTo(asked).orElseThrow().parts().toString()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai-responses", "gemini"})
  void whatWasRecordedOnceIsReplayed(String word, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("once.jsonl");
    Provider provider =
        Provider.builder("real", Dialects.named(word), SIMULATOR.simulator().url() + "/v1")
            .key(Secret.of("very-secret-key"))
            .defaultModel("m")
            .build();
    try (Weir weir = Weir.of(provider)) {
      Weir recording =
          weir.with(up -> up.withSink(next -> RecordingSink.to(file, provider).andThen(next)));
      assertThat(recording.ask("remember me").verdict()).isEqualTo(Verdict.COMPLETE);
    }
    assertThat(Files.readString(file)).doesNotContain("very-secret-key");

    var replaying =
        SimulatorOptions.defaults().withRecordings(List.of(Recorded.read(file))).atOnce();
    try (Simulator simulator = Simulator.start(replaying);
        Weir weir = Weir.of(simulator.provider(Dialects.named(word)))) {
      assertThat(weir.ask("anything").text()).isEqualTo("You said: remember me");
    }
  }
}
