package dev.weir.springboot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.client.Weir;
import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.sim.Simulator;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class WeirAutoConfigurationTest {
  private Simulator simulator;

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(WeirAutoConfiguration.class)
  static class Plain {}

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(WeirAutoConfiguration.class)
  static class Watched {
    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    ObservationRegistry observations(MeterRegistry meters) {
      ObservationRegistry registry = ObservationRegistry.create();
      registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
      return registry;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(WeirAutoConfiguration.class)
  static class OwnWeir {
    @Bean
    Weir own() {
      return Weir.of(
          dev.weir.client.provider.Provider.builder("own", Dialects.OLLAMA, "http://127.0.0.1:1")
              .build());
    }
  }

  @BeforeEach
  void simulate() throws IOException {
    simulator = Simulator.of("answers: [{say: [{text: Because.}]}]");
  }

  @AfterEach
  void stop() {
    simulator.close();
  }

  private static ConfigurableApplicationContext start(
      Class<?> configuration, String... properties) {
    var application = new SpringApplication(configuration);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setDefaultProperties(
        Map.of("spring.main.banner-mode", "off", "logging.level.root", "off"));
    List<String> arguments = new ArrayList<>();
    for (String property : properties) {
      arguments.add("--" + property);
    }
    return application.run(arguments.toArray(String[]::new));
  }

  private String at(String provider) {
    return "weir.providers.%s.base-url=%s"
        .formatted(provider, simulator.provider(Dialects.ANTHROPIC).baseUrl());
  }

  @Test
  void propertiesSayWhoIsAskedAndHow() {
    try (var context =
        start(
            Plain.class,
            "weir.provider=mine",
            "weir.model=m-1",
            "weir.providers.mine.preset=anthropic",
            "weir.providers.mine.key=key-of-mine",
            "weir.providers.mine.headers.x-team=rivers",
            at("mine"))) {
      Weir weir = context.getBean(Weir.class);
      assertThat(weir.ask("Why?").orThrow().text()).isEqualTo("Because.");
      assertThat(weir.upstream().name()).isEqualTo("mine");
      var asked = simulator.requests().getFirst();
      assertThat(asked.body()).contains("\"m-1\"");
      assertThat(asked.headers().toString()).contains("x-team", "rivers");
    }
  }

  @Test
  void theKeyIsWhereThePresetLooksForIt() {
    try (var context = start(Plain.class, "MISTRAL_API_KEY=key-of-mistral")) {
      assertThat(context.getBean(Weir.class).upstream().name()).isEqualTo("mistral");
    }
  }

  @Test
  void aRouteIsAskedStepByStep() {
    try (var context =
        start(
            Plain.class,
            "weir.route[0].provider=gone",
            "weir.route[0].model=m",
            "weir.route[1].provider=there",
            "weir.route[1].model=m",
            "weir.providers.gone.preset=anthropic",
            "weir.providers.gone.base-url=http://127.0.0.1:1",
            "weir.providers.there.preset=anthropic",
            at("there"))) {
      assertThat(context.getBean(Weir.class).ask("Why?").orThrow().provider()).isEqualTo("there");
      Health health = context.getBean(WeirHealthIndicator.class).health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails()).containsKey("steps");
    }
  }

  @Test
  void anApplicationWithoutAKeyIsToldWhichOneIsMissing() {
    Throwable thrown = catchThrowable(() -> start(Plain.class, "weir.provider=anthropic"));
    var analysis = Objects.requireNonNull(new MissingKeyAnalyzer().analyze(thrown));
    assertThat(analysis.getDescription())
        .isEqualTo(
            "No key for anthropic: neither weir.providers.anthropic.key nor ANTHROPIC_API_KEY is set");
    assertThat(analysis.getAction()).contains("ANTHROPIC_API_KEY", "weir.provider");
  }

  @Test
  void aProviderThatIsNotKnownIsRefusedWithThoseThatAre() {
    assertThat(catchThrowable(() -> start(Plain.class, "weir.provider=antropic")))
        .rootCause()
        .hasMessageContaining("weir.provider")
        .hasMessageContaining("anthropic");
  }

  @Test
  void springAiGetsItsModel() {
    try (var context = start(Plain.class, "weir.provider=anthropic", at("anthropic"))) {
      assertThat(context.getBean(ChatModel.class).call("Why?")).isEqualTo("Because.");
    }
  }

  @Test
  void aWeirOfOnesOwnIsLeftAlone() {
    try (var context = start(OwnWeir.class)) {
      assertThat(context.getBean(Weir.class).upstream().name()).isEqualTo("own");
      assertThat(context.getBean(WeirStreams.class)).isNotNull();
    }
  }

  @Test
  void registriesAreTold() {
    try (var context = start(Watched.class, "weir.provider=anthropic", at("anthropic"))) {
      var unused = context.getBean(Weir.class).ask("Why?").orThrow();
      var meters = context.getBean(MeterRegistry.class);
      assertThat(meters.get("gen_ai.client.inference.duration").timer().count()).isEqualTo(1);
      assertThat(meters.get("weir.ask").timer().count()).isEqualTo(1);
      assertThat(meters.get("weir.pass").timer().count()).isEqualTo(1);
    }
  }

  @Test
  void healthFollowsFromTheCallsThatWereMade() {
    try (var context =
        start(Plain.class, "weir.provider=anthropic", "weir.calls.tries=1", at("anthropic"))) {
      Weir weir = context.getBean(Weir.class);
      WeirHealthIndicator health = context.getBean(WeirHealthIndicator.class);
      assertThat(health.health().getStatus()).isEqualTo(Status.UNKNOWN);
      var answered = weir.ask("Why?").orThrow();
      assertThat(answered.text()).isNotEmpty();
      assertThat(health.health().getStatus()).isEqualTo(Status.UP);
      for (int i = 0; i < 3; i++) {
        var failed = weir.ask(Request.of("Why?").withModel("sim-fault-500"));
        assertThat(failed.error()).isPresent();
      }
      assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
      assertThat(health.health().getDetails()).containsEntry("failures", 3);
    }
  }

  @Test
  void theMetadataHasExactlyTheProperties() throws IOException {
    List<String> described = new ArrayList<>();
    try (InputStream metadata =
        Objects.requireNonNull(
            WeirProperties.class.getResourceAsStream(
                "/META-INF/spring-configuration-metadata.json"))) {
      Json json =
          new JsonReader(64, 1 << 20).read(Bytes.of(new String(metadata.readAllBytes(), UTF_8)));
      for (Json property : json.get("properties").items()) {
        described.add(property.get("name").text());
      }
    }
    List<String> known = new ArrayList<>();
    properties("weir", WeirProperties.class, known);
    assertThat(described).containsExactlyInAnyOrderElementsOf(known);
  }

  private static void properties(String prefix, Class<?> type, List<String> names) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name =
          prefix
              + "."
              + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
      if (component.getType().isRecord()) {
        properties(name, component.getType(), names);
      } else {
        names.add(name);
      }
    }
  }
}
