package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedirectTest {

  @Test
  void aRedirectIsNotFollowedAndTheKeyStaysWhereItWasMeantToGo() throws Exception {
    var elsewhere = new AtomicInteger();
    try (var other = new RawServer((socket, request) -> elsewhere.incrementAndGet());
        var asked =
            new RawServer((socket, request) ->
                socket
                    .getOutputStream()
                    .write(
                        "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n"
                            .formatted(other.port())
                            .getBytes(UTF_8)))) {
      Provider provider =
          Provider.builder("p", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + asked.port())
              .key(Secret.of("sk-1"))
              .defaultModel("m")
              .build();
      try (Weir weir = Weir.of(provider, CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1)))) {
        assertThat(weir.response(Request.of("Hi")).verdict()).isEqualTo(Verdict.FAILED);
      }
      assertThat(elsewhere).hasValue(0);
    }
  }
}
