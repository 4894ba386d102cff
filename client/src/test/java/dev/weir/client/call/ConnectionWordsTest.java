package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of a way that failed is what a person would say. */
@Timeout(60)
class ConnectionWordsTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

  @Test
  void aNameThatIsNotFoundAsksWhetherThisMachineIsOnline() throws Exception {
    assertThat(said("http://nowhere.invalid/v1"))
        .containsExactly("nowhere.invalid was not found: is this machine online?");
  }

  @Test
  void aPortWhereNobodyListensAsksWhetherTheServerRuns() throws Exception {
    int free;
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = taken.getLocalPort();
    }

    assertThat(said("http://127.0.0.1:" + free + "/v1"))
        .containsExactly(
            "Nothing answers at 127.0.0.1:%d: is the server running there?".formatted(free));
  }

  @Test
  void aConnectionThatBreaksInTheAnswerNamesTheProviderAndSaysThatThePartialIsKept()
      throws Exception {
    try (var server =
        new RawServer((socket, request) -> {
          RawServer.write(socket, HEAD);
          RawServer.chunk(socket, DialectSample.CHAT.head());
          RawServer.reset(socket);
        })) {
      assertThat(said("http://127.0.0.1:" + server.port() + "/v1"))
          .containsExactly("The connection to claude-test broke. What came is kept.");
    }
  }

  @Test
  void aConnectionThatBreaksBeforeTheAnswerIsSaidToHaveBroken() throws Exception {
    try (var server = new RawServer((socket, request) -> RawServer.reset(socket))) {
      assertThat(said("http://127.0.0.1:" + server.port() + "/v1"))
          .containsExactly("The connection to 127.0.0.1:%d broke".formatted(server.port()));
    }
  }

  private static List<String> said(String url) throws InterruptedException {
    Provider provider =
        Provider.builder("claude-test", Dialects.OPENAI_CHAT, url).defaultModel("m").build();
    List<String> said = new CopyOnWriteArrayList<>();
    var done = new CountDownLatch(1);
    try (var transport = new JdkTransport()) {
      new HttpUpstream(provider, transport, CallOptions.DEFAULT.withTries(1, Duration.ZERO))
          .open(
              Request.of("hi"),
              event -> {
                if (event instanceof CallEvent.Problem problem) {
                  said.add(problem.inWords());
                } else if (event instanceof CallEvent.Streamed streamed
                    && streamed.event() instanceof StreamEvent.ResponseEnd) {
                  done.countDown();
                }
              });
      done.await();
    }
    return said;
  }
}
