package dev.weir.springboot;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.transport.TransportOptions;
import dev.weir.log.StreamLog;
import dev.weir.log.file.FileStreamLog;
import dev.weir.log.file.LogOptions;
import dev.weir.log.file.LogOptions.Durability;
import dev.weir.micrometer.WeirMeters;
import dev.weir.micrometer.WeirObservations;
import dev.weir.springai.WeirChatModel;
import dev.weir.springai.WeirChatOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.Objects;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Makes a {@link Weir} of what the properties say, and what belongs to it. */
@AutoConfiguration
@EnableConfigurationProperties(WeirProperties.class)
public final class WeirAutoConfiguration {

  @Bean
  WeirProviders weirProviders(WeirProperties properties, Environment environment) {
    return new WeirProviders(properties, environment);
  }

  @Bean
  @ConditionalOnMissingBean
  Weir weir(
      WeirProviders providers,
      WeirProperties properties,
      ObjectProvider<WeirCustomizer> customizers) {
    CallOptions options = properties.calls().options();
    Weir weir =
        providers
            .route()
            .map(route -> Weir.of(route, options, TransportOptions.DEFAULT))
            .orElseGet(() -> Weir.of(providers.provider(), options));
    for (WeirCustomizer customizer : customizers.orderedStream().toList()) {
      weir = customizer.customize(weir);
    }
    return weir;
  }

  /** Where served streams are kept. Nothing is opened before somebody serves. */
  @Bean
  @Lazy
  @ConditionalOnProperty("weir.streams.folder")
  @ConditionalOnMissingBean
  StreamLog weirStreamLog(WeirProperties properties) throws IOException {
    return FileStreamLog.open(Objects.requireNonNull(properties.streams().folder()));
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  StreamLog weirTemporaryLog(TemporaryFolder folder) throws IOException {
    return FileStreamLog.open(folder.path(), LogOptions.DEFAULT.with(Durability.OS));
  }

  @Bean
  @Lazy
  TemporaryFolder weirTemporaryFolder() throws IOException {
    return new TemporaryFolder();
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  WeirStreams weirStreams(
      Weir weir, StreamLog log, WeirProviders providers, WeirProperties properties) {
    return new WeirStreams(weir, log, providers::secrets, properties.streams());
  }

  /** With {@code weir-spring-ai}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({WeirChatModel.class, ChatModel.class})
  static class SpringAi {
    @Bean
    @ConditionalOnMissingBean(ChatModel.class)
    WeirChatModel weirChatModel(Weir weir, ObjectProvider<ObservationRegistry> observations) {
      return new WeirChatModel(
          weir,
          WeirChatOptions.builder().build(),
          observations.getIfUnique(() -> ObservationRegistry.NOOP));
    }
  }

  /** With {@code weir-micrometer}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({WeirMeters.class, MeterRegistry.class})
  static class Micrometer {
    @Bean
    WeirCustomizer weirMeters(ObjectProvider<MeterRegistry> registries) {
      return weir -> {
        MeterRegistry registry = registries.getIfUnique();
        return registry == null ? weir : weir.with(WeirMeters.in(registry));
      };
    }

    @Bean
    WeirCustomizer weirObservations(ObjectProvider<ObservationRegistry> registries) {
      return weir -> {
        ObservationRegistry registry = registries.getIfUnique();
        return registry == null || registry.isNoop()
            ? weir
            : WeirObservations.in(registry).watch(weir);
      };
    }
  }

  /** With Spring Boot's health. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static class Health {
    /** First, so that it sees the route itself. */
    @Bean
    @Order(0)
    @ConditionalOnMissingBean
    WeirHealthIndicator weirHealthIndicator() {
      return new WeirHealthIndicator();
    }
  }
}
