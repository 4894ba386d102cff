package dev.weir.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelListTest {
  @Test
  void theModelsOfEveryDialectAreListed() throws IOException {
    try (var simulator = Simulator.start(SimulatorOptions.defaults())) {
      for (Dialect dialect :
          List.of(
              Dialects.OPENAI_CHAT,
              Dialects.OPENAI_RESPONSES,
              Dialects.ANTHROPIC,
              Dialects.GEMINI,
              Dialects.OLLAMA)) {
        String base =
            dialect.equals(Dialects.OLLAMA)
                ? ""
                : dialect.equals(Dialects.GEMINI) ? "/v1beta" : "/v1";
        assertThat(ModelList.of(Provider.builder("p", dialect, simulator.url() + base).build()))
            .describedAs(dialect.word())
            .isNotEmpty()
            .noneMatch(name -> name.startsWith("models/"));
      }
    }
  }

  @Test
  void whoDoesNotListThemSaysSo() throws IOException {
    HttpServer empty =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    empty.start();
    try {
      String url = "http://127.0.0.1:" + empty.getAddress().getPort();
      Provider wrong = Provider.builder("p", Dialects.OPENAI_CHAT, url).build();

      assertThatThrownBy(() -> ModelList.of(wrong))
          .hasMessage("p does not list its models: HTTP 404");
    } finally {
      empty.stop(0);
    }
    Provider bedrock = Provider.builder("b", Dialects.BEDROCK, "https://127.0.0.1").build();
    assertThatThrownBy(() -> ModelList.of(bedrock))
        .message()
        .startsWith("b lists its models only where you manage it");
  }
}
