package dev.weir.codec.dialect.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.Response;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider chooses how many chunks there are: twice as many may cost twice as much, no more. */
class ChatCostTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int LEAST = 2_000;
  private static final double MOST_A_STEP = 2.2;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'reasoning':'t%1$d','reasoning_details':[{'type':'reasoning.text','text':'t%1$d','index':0}]}",
        "{'reasoning_details':[{'type':'reasoning.text','text':'t','index':%1$d,'id':'i%1$d'}]}",
        "{'role':'r%1$d','tool_calls':[{'function':{'name':'f','arguments':'[%1$d,'}}]}",
        "{'role':'r%1$d','tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'[%1$d,'}}]}",
        "{'content':'t','reasoning':'r%1$d'}",
      })
  void twiceTheChunksAllocateTwiceAsMuch(String delta) {
    allocated(delta, LEAST);
    long last = allocated(delta, LEAST);
    for (int count : List.of(2 * LEAST, 4 * LEAST)) {
      long now = allocated(delta, count);
      assertThat((double) now / last).as("%,d chunks", count).isLessThan(MOST_A_STEP);
      last = now;
    }
  }

  private static long allocated(String delta, int count) {
    byte[] stream = stream(delta, count).getBytes(UTF_8);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    decoder.feed(stream, event -> {});
    decoder.end(event -> {});
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static String stream(String delta, int count) {
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < count; i++) {
      stream
          .append("data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":")
          .append(delta.formatted(i).replace('\'', '"'))
          .append("}]}\n\n");
    }
    return stream.toString();
  }

  @Test
  void detailsAreKeptUpToTheLimitOfABlock() {
    var limits = new Limits(1 << 20, 16, /* maxBlockChars= */ 1000, 16);
    Response response =
        Decoded.response(
            Decoded.events(
                Dialects.OPENAI_CHAT,
                new DecodeOptions(limits, ThinkTags.KEEP),
                List.of(
                    stream("{'reasoning_details':[{'type':'reasoning.text','text':'long%d'}]}", 200)
                        .getBytes(UTF_8))));

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.LIMIT,
                "The reasoning_details of a choice exceed 1,000 characters; raise max-block-chars or check"
                    + " the upstream"));
  }
}
