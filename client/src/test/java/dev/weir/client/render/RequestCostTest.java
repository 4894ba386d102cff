package dev.weir.client.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.event.FinishReason;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Who asks chooses how many messages there are: twice as many may cost twice as much, no more. */
class RequestCostTest {
  static final List<Dialect> ASKED =
      Dialects.all().stream().filter(d -> d.clientSide().isPresent()).toList();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int LEAST = 2_000;
  private static final double MOST_A_STEP = 2.2;

  private static Request.Builder messages(int count) {
    Request.Builder request = Request.builder();
    for (int i = 0; i < count; i++) {
      request.message(i % 2 == 0 ? Message.user("Rain?") : new Message.Assistant("No."));
    }
    return request;
  }

  private static Request.Builder parts(int count) {
    List<Content> parts =
        IntStream.range(0, count).mapToObj(i -> (Content) new Content.Text("Rain?")).toList();
    return Request.builder().message(new Message.User(parts));
  }

  /** Calls of one answer, with their outputs in the opposite order. */
  private static Request.Builder calls(int count) {
    var assembler = new ResponseAssembler();
    var script = EventScript.response();
    for (int i = 0; i < count; i++) {
      script.call("c" + i, "weather", "{}");
    }
    script
        .finish(FinishReason.TOOL_CALLS, "tool_calls")
        .end(Verdict.TOOL_CALLS, "tool_calls")
        .forEach(assembler::accept);
    Response answer = assembler.response();
    List<ToolOutput> outputs =
        IntStream.range(0, count)
            .mapToObj(i -> new ToolOutput("c" + (count - 1 - i), "weather", "dry", false))
            .toList();
    return Request.builder()
        .message(Message.user("Rain?"))
        .message(new Message.Earlier(answer, null))
        .message(new Message.ToolOutputs(outputs));
  }

  private enum Shape {
    MESSAGES,
    PARTS,
    CALLS;

    Request of(int count) {
      Request.Builder request =
          switch (this) {
            case MESSAGES -> messages(count);
            case PARTS -> parts(count);
            case CALLS -> calls(count);
          };
      return request.modelName("m").build();
    }
  }

  private static long allocated(Provider provider, Request request) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    String body = RequestWriter.write(request, provider).body().toText();
    assertThat(body).isNotEmpty();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @ParameterizedTest
  @FieldSource("ASKED")
  void twiceTheRequestAllocatesTwiceAsMuch(Dialect dialect) {
    Provider provider = Provider.builder("p", dialect, "http://localhost").build();
    for (Shape shape : Shape.values()) {
      allocated(provider, shape.of(LEAST));
      long last = allocated(provider, shape.of(LEAST));
      for (int count : List.of(2 * LEAST, 4 * LEAST)) {
        long now = allocated(provider, shape.of(count));
        assertThat((double) now / last)
            .as("%s of %s, bytes allocated at %,d", shape, dialect.word(), count)
            .isLessThan(MOST_A_STEP);
        last = now;
      }
    }
  }
}
