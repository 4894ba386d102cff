package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.registry.Dialects;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one client asks does not hold up the others whose connections share its event loop. */
final class LargeBodyTest {
  private static final int MESSAGES = 40_000;

  @TempDir private Path folder;

  private static String body(int messages) {
    var body = new StringBuilder("{\"detach\":true,\"messages\":[");
    for (int i = 0; i < messages; i++) {
      body.append(i == 0 ? "" : ",").append("{\"role\":\"user\",\"content\":\"hello hello\"}");
    }
    return body.append("]}").toString();
  }

  /**
   * Time would depend on the machine; what is allocated does not. Reading a body of small messages
   * and writing the provider's request allocates nearly sixty times its size.
   */
  @Test
  void aLargeBodyIsReadAndItsRequestWrittenAwayFromTheEventLoops() throws Exception {
    // Nothing listens there: the request is written, and that is all.
    Provider provider =
        Provider.builder("p", Dialects.OPENAI_CHAT, "http://127.0.0.1:1").defaultModel("m").build();
    CallOptions once = CallOptions.DEFAULT.withTries(1, Duration.ofSeconds(1));
    try (var gateway =
        RunningGateway.start(
            GatewayOptions.local(0, folder),
            transport -> new HttpUpstream(provider, transport, once))) {
      gateway.awaitEnd(gateway.detached());
      String body = body(MESSAGES);
      long before = allocatedByLoops();

      String answer = gateway.send(gateway.chat(body)).body();
      gateway.awaitEnd(answer.replaceAll(".*\"id\":\"([0-9a-f]+)\".*", "$1"));

      long perByte = (allocatedByLoops() - before) / body.length();
      assertThat(perByte).as("bytes allocated on event loops for one of the body").isLessThan(12);
    }
  }

  private static long allocatedByLoops() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("vert.x-eventloop"))
        .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.threadId()))
        .sum();
  }
}
