package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.tool.java.JavaTools;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.sim.junit.SimulatorExtension;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WeirObservationsTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {result: temperature}
                  say: [{text: "It is ${result} degrees."}]
                - when: {text: Bonn, tools: temperature}
                  say: [{call: temperature, arguments: {city: Bonn}}]
                - say: [{text: Because.}]
                  usage: {input: 12, output: 7}
              """)
          .in(Dialects.ANTHROPIC);

  private final ObservationRegistry registry = ObservationRegistry.create();
  private final WeirObservations observations = WeirObservations.in(registry);
  private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

  @BeforeEach
  void gather() {
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<>() {
              @Override
              public void onStop(Observation.Context context) {
                stopped.add(context);
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }
            });
  }

  final class Weather {
    @ToolMethod("The temperature in a city, now")
    double temperature(String city) {
      assertThat(registry.getCurrentObservation()).isNotNull();
      return city.equals("Bonn") ? 21.5 : 0;
    }
  }

  private static String parent(Observation.Context context) {
    return Optional.ofNullable(context.getParentObservation())
        .map(ObservationView::getContextView)
        .map(view -> view.getName())
        .orElse("none");
  }

  @Test
  void aTurnIsObservedWithItsPassesAndTools(Weir weir) {
    Weir observed =
        observations.watch(weir).withTools(observations.watch(JavaTools.of(new Weather())));
    assertThat(observed.ask("How warm is it in Bonn?").orThrow().text())
        .isEqualTo("It is 21.5 degrees.");
    assertThat(stopped)
        .extracting(context -> context.getName() + " in " + parent(context))
        .containsExactly(
            "weir.pass in weir.ask",
            "weir.tool in weir.ask",
            "weir.pass in weir.ask",
            "weir.ask in none");
  }

  @Test
  void aPassSaysWhoAnsweredAndWhatItTook(Weir weir) {
    var unused = observations.watch(weir).ask(Request.of("Why?").withModel("m")).orThrow();
    Observation.Context pass = stopped.getFirst();
    assertThat(pass.getContextualName()).isEqualTo("chat m");
    assertThat(pass.getLowCardinalityKeyValues())
        .contains(
            KeyValue.of("gen_ai.provider.name", "simulator"),
            KeyValue.of("gen_ai.response.model", "m"),
            KeyValue.of("error.type", "none"));
    assertThat(pass.getHighCardinalityKeyValues())
        .contains(
            KeyValue.of("gen_ai.usage.input_tokens", "12"),
            KeyValue.of("gen_ai.usage.output_tokens", "7"));
  }

  @Test
  void aResponseThatFailsHasAnError(Weir weir) {
    var unused = observations.watch(weir).ask(Request.of("?").withModel("sim-fault-401"));
    assertThat(stopped.getFirst().getLowCardinalityKeyValues())
        .contains(KeyValue.of("error.type", "FAILED"));
  }
}
