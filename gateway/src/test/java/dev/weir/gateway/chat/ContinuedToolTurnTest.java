package dev.weir.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A conversation that goes on after a turn with tools: the provider is asked with exactly what it
 * was sent and said while the turn was live.
 */
class ContinuedToolTurnTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 1 << 20);
  private static final String SCRIPT =
      """
      answers:
        - when: {result: measure}
          say:
            - thinking: "Now I know."
            - text: "Rome is 4 degrees warmer."
        - when: {result: forecast}
          say:
            - thinking: "Two numbers. Let me compare them."
            - call: measure
              arguments: {of: difference}
        - when: {tools: forecast}
          say:
            - thinking: "Two cities, so two calls."
            - text: "I look at both. "
            - call: forecast
              arguments: {city: Rome}
            - call: forecast
              arguments: {city: Oslo}
        - say:
            - text: "Nothing more."
      """;

  @TempDir private Path folder;

  /** Remembers what was sent. */
  private record Overheard(Transport transport, List<HttpCall> calls) implements Transport {
    @Override
    public Exchange send(HttpCall call, Sink sink) {
      calls.add(call);
      return transport.send(call, sink);
    }

    @Override
    public void close() {
      transport.close();
    }
  }

  /** A tool that repeats what it was asked. */
  private record Echo(String name) implements Tool {
    @Override
    public ToolSpec spec() {
      return new ToolSpec(name, "Tells of " + name, READER.read("{\"type\":\"object\"}"));
    }

    @Override
    public ToolResult run(ToolCall call) {
      return ToolResult.of(name + " of " + call.arguments().toText());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "openai-chat, /v1, messages",
    "openai, /v1, input",
    "anthropic, /v1, messages",
    "gemini, /v1beta, contents",
    "ollama, '', messages"
  })
  void callsAndResultsAreInTheirPlaces(String preset, String path, String field) throws Exception {
    List<HttpCall> calls = new CopyOnWriteArrayList<>();
    try (var simulator =
        Simulator.start(
            SimulatorOptions.defaults()
                .atOnce()
                .withScript(ScriptReader.read("tools.yaml", SCRIPT)))) {
      Provider provider =
          Preset.of(preset)
              .orElseThrow()
              .provider(preset, simulator.url() + path, Map.of())
              .defaultModel("some-model")
              .build();
      try (var gateway =
          RunningGateway.start(
              GatewayOptions.local(0, folder),
              transport ->
                  new HttpUpstream(provider, new Overheard(transport, calls), CallOptions.DEFAULT),
              new Echo("forecast"),
              new Echo("measure"))) {
        HttpResponse<String> first = gateway.send(gateway.chat(RunningGateway.HELLO));
        assertThat(first.body()).contains("\"warmer.\"").doesNotContain("\"error\"");
        assertThat(calls).hasSize(3);
        List<Json> live = messages(calls.get(2), field);

        String id = first.headers().firstValue("Weir-Stream-Id").orElseThrow();
        gateway.awaitEnd(id);
        String next =
            "{\"after\":\"%s\",\"tools\":[],\"messages\":[{\"role\":\"user\",\"content\":\"And now?\"}]}"
                .formatted(id);
        assertThat(gateway.send(gateway.chat(next)).body()).contains("\"more.\"");
        List<Json> continued = messages(calls.get(3), field);

        assertThat(continued.subList(0, live.size())).isEqualTo(live);
        String all = live.toString();
        assertThat(all).contains("Rome", "Oslo", "forecast of ", "measure of ");
        assertThat(all.indexOf("Oslo")).isLessThan(all.indexOf("forecast of "));
        assertThat(all.lastIndexOf("forecast of ")).isLessThan(all.indexOf("measure of "));
        List<Json> added = continued.subList(live.size(), continued.size());
        assertThat(added.toString())
            .containsSubsequence("Rome is 4 degrees warmer.", "And now?")
            .doesNotContain("forecast of");
      }
    }
  }

  private static List<Json> messages(HttpCall call, String field) {
    return READER.read(call.body()).get(field).items();
  }
}
