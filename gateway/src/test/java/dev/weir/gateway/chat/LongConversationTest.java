package dev.weir.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.codec.request.Message;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.gateway.stream.Streams;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.file.FileStreamLog;
import dev.weir.log.recording.Secrets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation of very many turns loses nothing in silence. */
final class LongConversationTest {
  private static final BlockId TEXT = new BlockId(0, 0);
  private static final List<StreamEvent> ANSWER =
      List.of(
          new ResponseStart("r", "m"),
          new BlockStart(TEXT, BlockKind.TEXT, null, null, /* synthetic= */ false, Map.of()),
          new BlockDelta(TEXT, "Yes."),
          new BlockEnd(TEXT, /* complete= */ true, null, null, null, null),
          new ResponseEnd(Verdict.COMPLETE, "stop", null));

  private @TempDir Path folder;

  /** The first turn begins with what the model is told before all else. */
  private static void write(StreamLog log, int turns) throws Exception {
    for (int turn = 0; turn < turns; turn++) {
      String system = turn == 0 ? "{\"role\":\"system\",\"content\":\"Be brief.\"}," : "";
      String after = turn == 0 ? "" : ",\"after\":\"t%d\"".formatted(turn - 1);
      String about =
          """
          {"id":"t%d","owner":"o","provider":"p","dialect":"anthropic","startedAt":1,"title":"",
           "messages":[%s{"role":"user","content":"%d?"}],"vocabulary":2%s}
          """
              .formatted(turn, system, turn, after);
      log.begin("t" + turn, "o", about).get();
      log.note("t" + turn, "about", about).get();
      log.append(new Addition("t" + turn, /* position= */ 0, /* atMillis= */ 1, ANSWER)).get();
      log.end("t" + turn, ANSWER.size(), Verdict.COMPLETE.name()).get();
    }
  }

  @Test
  void allOfItGoesToTheModelItsBeginningToo() throws Exception {
    try (var log = FileStreamLog.open(folder)) {
      write(log, /* turns= */ 600);
      Streams streams =
          new Streams(log, StreamLimits.DEFAULT, new GatewayMetrics(), null, Secrets.NONE);

      List<Message> messages = EarlierTurns.upTo(streams, "t599", "o", List.of(), bytes -> {});

      assertThat(messages).hasSize(1 + 2 * 600);
      assertThat(messages.getFirst()).isEqualTo(new Message.Instruction("Be brief."));
      assertThat(messages.get(1)).isEqualTo(Message.user("0?"));
    }
  }

  @Test
  void oneThatIsLongerThanTheLimitIsRefusedInWords() throws Exception {
    try (var log = FileStreamLog.open(folder)) {
      write(log, /* turns= */ 4);
      Streams streams =
          new Streams(log, StreamLimits.DEFAULT, new GatewayMetrics(), null, Secrets.NONE);

      assertThat(EarlierTurns.upTo(streams, "t2", "o", List.of(), bytes -> {}, /* maxTurns= */ 3))
          .hasSize(7);
      assertThatExceptionOfType(WrongRequestException.class)
          .isThrownBy(() ->
              EarlierTurns.upTo(streams, "t3", "o", List.of(), bytes -> {}, /* maxTurns= */ 3))
          .withMessage(
              "\"after\": the conversation before has more than 3 turns, which is the limit; begin a"
                  + " new one");
    }
  }
}
