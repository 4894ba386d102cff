package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancelTest {

  @ParameterizedTest
  @ValueSource(strings = {"before the headers", "before the first byte", "mid-stream"})
  void cancelClosesTheConnectionAtOnce(String when) throws Exception {
    var reached = new CompletableFuture<Boolean>();
    var closedAt = new CompletableFuture<Long>();
    try (var transport = new JdkTransport();
        var server =
            new RawServer((socket, request) -> {
              if (!when.equals("before the headers")) {
                RawServer.write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
              }
              if (when.equals("mid-stream")) {
                RawServer.chunk(socket, DialectSample.CHAT.head());
              }
              if (when.equals("before the headers")) {
                reached.complete(true);
              }
              try {
                RawServer.awaitClose(socket);
              } finally {
                closedAt.complete(System.nanoTime());
              }
            })) {
      Provider provider =
          Provider.builder("raw", DialectSample.CHAT.dialect(), "http://127.0.0.1:" + server.port())
              .defaultModel("m")
              .build();
      var watching =
          new NetworkFaultTest.Watching() {
            @Override
            public void accept(CallEvent event) {
              super.accept(event);
              if ((when.equals("before the first byte") && event instanceof CallEvent.Headers)
                  || (when.equals("mid-stream") && event instanceof CallEvent.Arrived)) {
                reached.complete(true);
              }
            }
          };
      StreamCall call =
          new HttpUpstream(provider, transport, CallOptions.DEFAULT)
              .open(Request.of("Hi"), watching);
      reached.get(20, TimeUnit.SECONDS);
      long cancelled = System.nanoTime();
      call.cancel();
      long micros = (closedAt.get(20, TimeUnit.SECONDS) - cancelled) / 1000;
      System.getLogger("weir.test")
          .log(
              System.Logger.Level.INFO,
              "cancel {0}: the server saw the close after {1} µs",
              when,
              micros);
      assertThat(watching.awaitEnd()).isTrue();
      assertThat(watching.events.getLast())
          .isInstanceOfSatisfying(
              StreamEvent.ResponseEnd.class,
              end -> assertThat(end.verdict()).isEqualTo(Verdict.CANCELLED));
    }
  }
}
