package dev.weir.log.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventSieveTest {
  private static final String KEY = "sk-canary-0123456789";
  private static final String QUOTED = "a\"quoted\\word";
  private static final Secrets SECRETS = Secrets.of(List.of(KEY, QUOTED));
  private static final BlockId TEXT = new BlockId(0, 0);
  private static final BlockId OTHER = new BlockId(0, 1);

  @Test
  void aKeyIsHiddenInEveryFieldOfEveryEvent() {
    for (String secret : List.of(KEY, QUOTED)) {
      List<StreamEvent> events =
          List.of(
              new ResponseStart(secret, "model-" + secret),
              new BlockStart(
                  TEXT, BlockKind.TOOL_CALL, secret, secret, false, Map.of("by", secret)),
              new BlockDelta(TEXT, "{\"a\":1} " + secret + "!"),
              new Annotation(TEXT, secret, "{\"url\":\"" + secret.replaceAll("\\W", "") + "\"}"),
              new BlockEnd(
                  TEXT,
                  true,
                  new Reasoning(secret, List.of(secret), secret, secret, false),
                  secret,
                  secret,
                  secret),
              new Fault(new StreamFault(StreamFault.Kind.CONNECTION, secret, "your key " + secret)),
              new ResponseEnd(Verdict.FAILED, secret, null));
      assertThat(texts(sieved(events))).doesNotContain(secret);
    }
  }

  @Test
  void aKeyIsHiddenHoweverItIsSpreadOverDeltas() {
    String text = "The key is " + KEY + ", sk-canary is its beginning, sk-";
    String safe = text.replace(KEY, "*".repeat(KEY.length()));
    var random = new SplittableRandom(5);
    for (int round = 0; round < 2_000; round++) {
      List<StreamEvent> events = new ArrayList<>(List.of(new ResponseStart("r", "m"), start(TEXT)));
      events.add(start(OTHER));
      for (int at = 0; at < text.length(); ) {
        int to = Math.min(text.length(), at + 1 + random.nextInt(9));
        events.add(new BlockDelta(TEXT, text.substring(at, to)));
        if (random.nextInt(4) == 0) {
          events.add(new BlockDelta(OTHER, "s"));
        }
        at = to;
      }
      events.add(end(TEXT));
      events.add(end(OTHER));
      events.add(new ResponseEnd(Verdict.COMPLETE, "stop", null));
      List<StreamEvent> sieved = sieved(events);

      assertThat(of(TEXT, sieved)).isEqualTo(safe);
      assertThat(of(OTHER, sieved)).isEqualTo(of(OTHER, events));
      assertThat(GrammarChecker.check(sieved)).isEmpty();
    }
  }

  @Test
  void whatHoldsNoSecretPassesAsItIs() {
    List<StreamEvent> events =
        List.of(
            new ResponseStart("r", "m"),
            start(TEXT),
            new BlockDelta(TEXT, "Nothing to hide."),
            new BlockDelta(TEXT, 1, "A second part\n"),
            end(TEXT),
            new ResponseEnd(Verdict.COMPLETE, "stop", null));
    assertThat(sieved(events)).isEqualTo(events);
  }

  @Test
  void theBeginningOfAKeyAtTheEndIsHiddenIfItIsWorthSomething() {
    List<StreamEvent> events =
        List.of(start(TEXT), new BlockDelta(TEXT, "see sk-canary-01234567"), end(TEXT));
    assertThat(of(TEXT, sieved(events))).isEqualTo("see ******************");
  }

  private static List<StreamEvent> sieved(List<StreamEvent> events) {
    List<StreamEvent> out = new ArrayList<>();
    var sieve = new EventSieve(SECRETS);
    events.forEach(event -> sieve.feed(event, out::add));
    return out;
  }

  private static String texts(List<StreamEvent> events) {
    return events.stream().map(Object::toString).collect(Collectors.joining("\n"))
        + events.stream().map(EventJson::write).collect(Collectors.joining("\n"));
  }

  private static String of(BlockId block, List<StreamEvent> events) {
    return events.stream()
        .filter(e -> e instanceof BlockDelta delta && delta.block().equals(block))
        .map(e -> ((BlockDelta) e).text())
        .collect(Collectors.joining());
  }

  private static BlockStart start(BlockId block) {
    return new BlockStart(block, BlockKind.TEXT, null, null, false, Map.of());
  }

  private static BlockEnd end(BlockId block) {
    return new BlockEnd(block, true, null, null, null, null);
  }
}
