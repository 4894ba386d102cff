package dev.weir.gateway.resume;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.gateway.ScriptedUpstream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A provider that answers everybody at once, each with words of its own at a pace of its own. */
final class TalkativeUpstream implements Upstream {
  private static final List<String> WORDS =
      List.of("a ", "wörter ", "世界".repeat(20), "🌊".repeat(15), "\"\\\n ", "länger ".repeat(9));

  private final AtomicLong seeds;

  TalkativeUpstream(long seed) {
    seeds = new AtomicLong(seed);
  }

  @Override
  public String name() {
    return "talkative";
  }

  @Override
  public Dialect dialect() {
    return Dialects.ANTHROPIC;
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    var call = new ScriptedUpstream.Call(request, sink);
    var random = new Random(seeds.incrementAndGet());
    Thread.ofVirtual().start(() -> talk(call, random));
    return call;
  }

  private static void talk(ScriptedUpstream.Call call, Random random) {
    String[] words =
        IntStream.range(0, random.nextInt(5, 60))
            .mapToObj(i -> WORDS.get(random.nextInt(WORDS.size())) + i)
            .toArray(String[]::new);
    List<StreamEvent> events = ScriptedUpstream.answer(words);
    try {
      int at = 0;
      while (at < events.size()) {
        int burst = Math.min(events.size(), at + 1 + random.nextInt(4));
        call.say(events.subList(at, burst));
        at = burst;
        Thread.sleep(random.nextInt(8));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
