package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.sim.junit.SimulatorExtension;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WeirMetersTest {
  private static final Tags TAGS =
      Tags.of(
          "gen_ai.operation.name",
          "chat",
          "gen_ai.provider.name",
          "simulator",
          "gen_ai.request.model",
          "m",
          "gen_ai.response.model",
          "m");

  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - say: [{thinking: Hm.}, {text: [Because, " of", " the air."]}]
                  usage: {input: 12, output: 7, cached: 4, cache_write: 3}
              """)
          .in(Dialects.ANTHROPIC);

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private double count(String name) {
    return registry.get("gen_ai.client.inference.usage." + name).tags(TAGS).counter().count();
  }

  private Timer timer(String name) {
    return registry.get("gen_ai.client.inference." + name).tags(TAGS).timer();
  }

  @Test
  void everyResponseIsMeasured(Weir weir) {
    Weir watched = weir.with(WeirMeters.in(registry));
    var unused = watched.ask(Request.of("Why?").withModel("m")).orThrow();
    assertThat(count("input_tokens")).isEqualTo(12);
    assertThat(count("output_tokens")).isEqualTo(7);
    assertThat(count("cache_read.input_tokens")).isEqualTo(4);
    assertThat(count("cache_write.input_tokens")).isEqualTo(3);
    assertThat(timer("duration").count()).isEqualTo(1);
    assertThat(timer("time_to_first_chunk").count()).isEqualTo(1);
    assertThat(timer("time_per_output_chunk").count()).as("four deltas").isEqualTo(3);
  }

  @Test
  void aResponseThatFailsHasAnError(Weir weir) {
    var unused = weir.with(WeirMeters.in(registry)).ask(Request.of("?").withModel("sim-fault-401"));
    assertThat(
            registry
                .get("gen_ai.client.inference.duration")
                .tag("error.type", "FAILED")
                .timer()
                .count())
        .isEqualTo(1);
    assertThat(registry.find("gen_ai.client.inference.time_to_first_chunk").timer()).isNull();
  }
}
