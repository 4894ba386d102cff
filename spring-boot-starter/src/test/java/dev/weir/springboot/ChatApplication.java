package dev.weir.springboot;

import dev.weir.codec.request.Request;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** A real application, with Spring MVC on Tomcat or WebFlux on Netty. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ChatApplication.Chat.class, ChatApplication.Others.class})
class ChatApplication {

  static ConfigurableApplicationContext start(
      WebApplicationType stack, Map<String, Object> properties) {
    var application = new SpringApplication(ChatApplication.class);
    application.setWebApplicationType(stack);
    application.setDefaultProperties(
        Map.of(
            "server.port",
            "0",
            "server.address",
            "127.0.0.1",
            "spring.main.banner-mode",
            "off",
            "logging.level.root",
            "warn",
            "spring.autoconfigure.exclude",
            stack == WebApplicationType.REACTIVE
                ? "org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration"
                : ""));
    String[] arguments =
        properties.entrySet().stream()
            .map(property -> "--" + property.getKey() + "=" + property.getValue())
            .toArray(String[]::new);
    return application.run(arguments);
  }

  static int port(ConfigurableApplicationContext context) {
    return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer()).getPort();
  }

  @RestController
  static final class Chat {
    private final WeirStreams streams;

    Chat(WeirStreams streams) {
      this.streams = streams;
    }

    @PostMapping("/chat")
    ResponseEntity<Flux<ServerSentEvent<String>>> ask(@RequestBody String question) {
      return streams.serve(Request.of(question), StreamFormat.LIFECYCLE);
    }

    @GetMapping("/chat/{id}")
    ResponseEntity<Flux<ServerSentEvent<String>>> resume(
        @PathVariable String id,
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
      return streams.read(id, lastEventId, StreamFormat.LIFECYCLE);
    }
  }

  /** What the sample does not need. */
  @RestController
  static final class Others {
    private final WeirStreams streams;

    Others(WeirStreams streams) {
      this.streams = streams;
    }

    @PostMapping("/model/{model}")
    ResponseEntity<Flux<ServerSentEvent<String>>> ask(
        @PathVariable String model,
        @RequestParam(defaultValue = "LIFECYCLE") StreamFormat format,
        @RequestBody String question) {
      return streams.serve(Request.of(question).withModel(model), format);
    }

    @DeleteMapping("/chat/{id}")
    void cancel(@PathVariable String id) {
      streams.cancel(id);
    }
  }
}
