package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams as no provider would send them, cut at every event. */
class LifecycleCutTest {
  private static final List<String> TEXTS =
      List.of(
          "\n",
          "Let me compare both of the files. ",
          "Now checking the list",
          "[STATUS: Reading]",
          "**Comparing files**\n",
          "😀",
          "x".repeat(300));

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keepsEveryRuleAndLosesNothing(int seed) {
    boolean alternatives = seed % 2 == 0;
    List<StreamEvent> events = stream(new SplittableRandom(seed), alternatives);

    for (int cut = 0; cut <= events.size(); cut++) {
      List<StreamEvent> prefix = events.subList(0, cut);
      List<LifecycleFrame> frames = new ArrayList<>();
      var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frames::add);
      for (int i = 0; i < prefix.size(); i++) {
        encoder.accept(prefix.get(i), 400L * i);
      }
      encoder.end(400L * cut);

      assertThat(LifecycleChecker.check(frames)).isEmpty();
      assertThat(shown(frames, "text_delta")).isEqualTo(sent(prefix, BlockKind.TEXT, alternatives));
      assertThat(shown(frames, "thinking_delta"))
          .isEqualTo(sent(prefix, BlockKind.REASONING, alternatives));
    }
  }

  private static String shown(List<LifecycleFrame> frames, String type) {
    return frames.stream()
        .filter(f -> f.data().startsWith("{\"type\":\"" + type + "\""))
        .map(f -> Turn.json(f.data()).get("content").textOrEmpty())
        .collect(Collectors.joining());
  }

  private static String sent(List<StreamEvent> events, BlockKind kind, boolean alternatives) {
    List<Integer> blocks = new ArrayList<>();
    StringBuilder sent = new StringBuilder();
    for (StreamEvent event : events) {
      if (event instanceof StreamEvent.BlockStart s && s.kind() == kind) {
        boolean isFollowed = !alternatives || s.block().output() == 0;
        blocks.add(isFollowed ? s.block().block() : -1);
      } else if (event instanceof StreamEvent.BlockDelta d && blocks.contains(d.block().block())) {
        sent.append(d.text());
      }
    }
    return sent.toString();
  }

  private static List<StreamEvent> stream(SplittableRandom random, boolean alternatives) {
    List<StreamEvent> events = new ArrayList<>();
    var writer = new EventWriter(Limits.DEFAULT);
    writer.to(events::add);
    if (alternatives) {
      writer.offersAlternatives();
    }
    writer.start("resp-1", "model-1");
    BlockKind[] kinds = BlockKind.values();
    while (events.size() < 40) {
      List<OpenBlock> open = writer.openBlocks();
      OpenBlock any = open.isEmpty() ? null : open.get(random.nextInt(open.size()));
      switch (random.nextInt(10)) {
        case 0, 1 -> {
          BlockKind kind = kinds[random.nextInt(kinds.length)];
          writer.open(random.nextInt(5) / 4, kind, "id", random.nextBoolean() ? "search" : "image");
        }
        case 2 -> {
          if (any != null) {
            writer.end(any);
          }
        }
        case 3 -> {
          if (random.nextInt(6) == 0) {
            writer.outputEnd(random.nextInt(2), FinishReason.STOP, "stop");
          }
        }
        case 4 -> {
          if (random.nextInt(6) == 0) {
            writer.fault(StreamFault.Kind.PROVIDER_ERROR, "No.");
          }
        }
        default -> {
          if (any != null) {
            writer.delta(any, TEXTS.get(random.nextInt(TEXTS.size())));
          }
        }
      }
    }
    Verdict[] verdicts = Verdict.values();
    writer.end(verdicts[random.nextInt(verdicts.length)], null);
    return events;
  }
}
