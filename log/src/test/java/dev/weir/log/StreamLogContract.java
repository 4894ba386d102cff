package dev.weir.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.Listing;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every log promises, wherever it keeps its streams. Each implementation has one of these. */
public abstract class StreamLogContract {
  private static final Instant LATER = Instant.ofEpochMilli(Long.MAX_VALUE);

  /** The text of the second addition to a stream that is damaged. */
  protected static final String VULNERABLE = "a text that no other stream has";

  private StreamLog log;

  /** Opens the log of this test: empty the first time, with what it held after that. */
  protected abstract StreamLog open() throws IOException;

  /** Damages {@link #VULNERABLE} where it is kept, as a bad disk would; the log is closed. */
  protected abstract void damage(String stream) throws Exception;

  @BeforeEach
  final void begin() throws IOException {
    log = open();
  }

  @AfterEach
  final void end() throws IOException {
    log.close();
  }

  /** Opens the log again, as after a restart. */
  private void reopen() throws IOException {
    log.close();
    log = open();
  }

  @Test
  void whatIsAppendedIsReadFromAnyPosition() throws Exception {
    begin("a");
    for (int i = 0; i < 100; i += 4) {
      assertThat(append("a", i, i + 4).get()).isEqualTo(i + 4L);
    }
    log.end("a", 100, "COMPLETE").get();

    for (int from = 0; from <= 100; from++) {
      assertThat(read("a", from, 1000)).isEqualTo(page(from, 100, true));
    }
    assertThat(read("a", 7, 10)).isEqualTo(page(7, 17, false));
    reopen();
    assertThat(read("a", 0, 1000)).isEqualTo(page(0, 100, true));
  }

  @Test
  void everyEventKeepsTheTimeOfItsAddition() throws Exception {
    begin("a");
    log.append(new Addition("a", 0, 5000, events(0, 2))).get();
    log.append(new Addition("a", 2, 6000, events(2, 3))).get();

    reopen();

    assertThat(read("a", 1, 9).logged())
        .containsExactly(new LoggedEvent(event(1), 5000), new LoggedEvent(event(2), 6000));
  }

  @Test
  void whatIsAddedGoesWhereItSaysOrNowhere() throws Exception {
    begin("a");
    append("a", 0, 3).get();

    assertThat(refusal(append("a", 4, 5))).contains("stands at event 3; events at 4");
    assertThat(refusal(append("a", 0, 3))).contains("stands at event 3; events at 0");
    assertThat(refusal(log.end("a", 4, "COMPLETE"))).contains("stands at event 3; an end at 4");

    assertThat(append("a", 3, 5).get()).isEqualTo(5);
    assertThat(read("a", 0, 9)).isEqualTo(page(0, 5, false));
  }

  @Test
  void whatIsRefusedOfSeveralAdditionsIsRefusedAlone() throws Exception {
    begin("a");
    begin("over");
    log.end("over", 0, "COMPLETE").get();
    begin("b");

    List<CompletableFuture<Long>> futures =
        log.append(
            List.of(
                new Addition("a", 0, 1, events(0, 2)),
                new Addition("over", 0, 1, events(0, 1)),
                new Addition("never", 0, 1, events(0, 1)),
                new Addition("b", 0, 1, List.of()),
                new Addition("b", 0, 1, events(0, 4))));

    assertThat(futures.get(0).get()).isEqualTo(2);
    assertThat(refusal(futures.get(1))).contains("has ended");
    assertThat(refusal(futures.get(2))).contains("was not begun");
    assertThat(refusal(futures.get(3))).contains("at least one event");
    assertThat(futures.get(4).get()).isEqualTo(4);
  }

  @Test
  void aStreamIsOpenUntilItEndsWithAWord() throws Exception {
    log.begin("a", "alice", "first words").get();
    assertThat(info("a")).isEqualTo(info("a", 0, State.OPEN, null));
    append("a", 0, 2).get();
    assertThat(info("a")).isEqualTo(info("a", 2, State.OPEN, null));
    assertThat(log.end("a", 2, "COMPLETE").get()).isEqualTo(2);

    assertThat(info("a")).isEqualTo(info("a", 2, State.ENDED, "COMPLETE"));
    assertThat(refusal(append("a", 2, 3))).contains("has ended");
    assertThat(refusal(log.note("a", "late", "words"))).contains("has ended");
    assertThat(log.cut("a").get()).isEqualTo(2);
    reopen();
    assertThat(info("a")).isEqualTo(info("a", 2, State.ENDED, "COMPLETE"));
  }

  @Test
  void aStreamThatIsCutIsOverWhereItStands() throws Exception {
    log.begin("a", "alice", "first words").get();
    append("a", 0, 2).get();

    assertThat(log.cut("a").get()).isEqualTo(2);

    assertThat(info("a")).isEqualTo(info("a", 2, State.CUT, null));
    assertThat(read("a", 0, 9)).isEqualTo(page(0, 2, true));
    assertThat(refusal(append("a", 2, 3))).contains("was cut");
    assertThat(refusal(log.end("a", 2, "COMPLETE"))).contains("was cut");
    assertThat(log.cut("a").get()).isEqualTo(2);
    reopen();
    assertThat(info("a")).isEqualTo(info("a", 2, State.CUT, null));
  }

  @Test
  void aStreamWhoseWriterIsGoneIsCut() throws Exception {
    log.begin("a", "alice", "first words").get();
    append("a", 0, 2).get();

    reopen();

    assertThat(info("a")).isEqualTo(info("a", 2, State.CUT, null));
    assertThat(refusal(append("a", 2, 3))).contains("was cut when its writer went away");
  }

  @Test
  void aNameIsTakenAsLongAsItsStreamIsKept() throws Exception {
    begin("a");
    assertThat(refusal(log.begin("a", "bob", "other words"))).contains("\"a\" already");
    append("a", 0, 1).get();
    log.end("a", 1, "COMPLETE").get();
    assertThat(refusal(log.begin("a", "bob", "other words"))).contains("\"a\" already");

    assertThat(StreamLog.await(log.expire(LATER))).containsExactly("a");

    assertThat(log.begin("a", "bob", "other words").get()).isZero();
    assertThat(info("a").owner()).isEqualTo("bob");
  }

  @Test
  void aNoteLivesAsLongAsItsStreamAndTheLastCounts() throws Exception {
    begin("a");
    log.note("a", "asked", "first words").get();
    append("a", 0, 40).get();
    assertThat(log.note("a", "asked", "Grüße, 世界").get()).isEqualTo(40);
    log.end("a", 40, "COMPLETE").get();

    reopen();

    assertThat(note("a", "asked")).isEqualTo("Grüße, 世界");
    assertThat(note("a", "other")).isNull();
    StreamLog.await(log.expire(LATER));
    assertThatThrownBy(() -> note("a", "asked")).isInstanceOf(NoSuchStreamException.class);
  }

  @Test
  void aRemarkMayComeAfterTheEndAndTheLastCounts() throws Exception {
    begin("a");
    log.remark("a", "title", "while it is open").get();
    append("a", 0, 3).get();
    log.note("a", "asked", "words").get();
    log.end("a", 3, "COMPLETE").get();
    assertThat(log.remark("a", "title", "Grüße").get()).isEqualTo(3);
    begin("gone");
    log.cut("gone").get();
    log.remark("gone", "title", "of one that was cut").get();

    assertThat(note("a", "title")).isEqualTo("Grüße");
    reopen();

    assertThat(note("a", "title")).isEqualTo("Grüße");
    assertThat(note("a", "asked")).isEqualTo("words");
    assertThat(note("gone", "title")).isEqualTo("of one that was cut");
    assertThat(info("a").outcome()).isEqualTo("COMPLETE");
    assertThat(read("a", 0, 9)).isEqualTo(page(0, 3, true));
    assertThatThrownBy(() -> StreamLog.await(log.remark("never", "title", "x")))
        .isInstanceOf(NoSuchStreamException.class);
  }

  @Test
  void whatIsDeletedIsNeverListedOrReadAgain() throws Exception {
    begin("kept");
    log.end("kept", 0, "COMPLETE").get();
    begin("a");
    append("a", 0, 3).get();
    assertThatThrownBy(() -> StreamLog.await(log.delete("a"))).hasMessageContaining("is open");
    append("a", 3, 4).get();
    log.end("a", 4, "COMPLETE").get();

    assertThat(StreamLog.await(log.delete("a"))).isEqualTo(4);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> read("a", 0, 1)).isInstanceOf(NoSuchStreamException.class);
      assertThatThrownBy(() -> info("a")).isInstanceOf(NoSuchStreamException.class);
      assertThatThrownBy(() -> StreamLog.await(log.delete("a")))
          .isInstanceOf(NoSuchStreamException.class);
      assertThat(list(info("kept").owner(), null, 9).streams().stream().map(StreamInfo::stream))
          .containsExactly("kept");
      reopen();
    }
    assertThat(log.begin("a", "bob", "other words").get()).isZero();
  }

  @Test
  void anOwnersStreamsAreListedNewestFirstPageByPage() throws Exception {
    for (int i = 0; i < 7; i++) {
      log.begin("s" + i, i % 2 == 0 ? "alice" : "bob", "number " + i).get();
      nextMoment();
    }
    append("s4", 0, 3).get();
    log.end("s4", 3, "COMPLETE").get();

    Listing first = list("alice", null, 3);
    assertThat(first.streams())
        .containsExactly(
            new StreamInfo("s6", "alice", "number 6", 0, State.OPEN, null),
            new StreamInfo("s4", "alice", "number 4", 3, State.ENDED, "COMPLETE"),
            new StreamInfo("s2", "alice", "number 2", 0, State.OPEN, null));
    // What begins meanwhile shifts nothing, and what expires leaves no hole.
    log.begin("s8", "alice", "number 8").get();
    Listing second = list("alice", first.next(), 3);
    assertThat(second.streams().stream().map(StreamInfo::stream)).containsExactly("s0");
    assertThat(second.next()).isNull();
    assertThat(list("bob", null, 3).next()).isNull();
    assertThat(list("nobody", null, 3)).isEqualTo(new Listing(List.of(), null));

    reopen();
    assertThat(list("alice", null, 9).streams().stream().map(StreamInfo::stream))
        .containsExactly("s8", "s6", "s4", "s2", "s0");
    StreamLog.await(log.expire(LATER));
    assertThat(list("alice", null, 9).streams()).isEmpty();
  }

  @Test
  void whatIsOverExpiresAndWhatIsOpenDoesNot() throws Exception {
    begin("ended");
    append("ended", 0, 3).get();
    log.end("ended", 3, "COMPLETE").get();
    begin("cut");
    log.cut("cut").get();
    begin("silent");
    append("silent", 0, 3).get();

    assertThat(StreamLog.await(log.expire(LATER))).containsExactly("cut", "ended");

    assertThatThrownBy(() -> read("ended", 0, 1))
        .isInstanceOf(NoSuchStreamException.class)
        .hasMessageContaining("never written, or it has expired");
    assertThatThrownBy(() -> info("cut")).isInstanceOf(NoSuchStreamException.class);
    assertThat(append("silent", 3, 5).get()).isEqualTo(5);
    reopen();
    assertThatThrownBy(() -> info("ended")).isInstanceOf(NoSuchStreamException.class);
    assertThat(info("silent").events()).isEqualTo(5);
  }

  @Test
  void aFollowerSeesEveryEventOnceAndInOrder() throws Exception {
    begin("a");
    append("a", 0, 20).get();
    var early = new Seen();
    var late = new Seen();
    log.follow("a", 0, early);
    log.follow("a", 15, late);
    List<CompletableFuture<Long>> appends = new ArrayList<>();
    for (int i = 20; i < 200; i++) {
      appends.add(append("a", i, i + 1));
    }
    log.end("a", 200, "COMPLETE").get();
    assertThat(appends).allMatch(CompletableFuture::isDone);

    assertThat(early.untilDone()).isEqualTo(events(0, 200));
    assertThat(late.untilDone()).isEqualTo(events(15, 200));
    assertThat(early.problem).isNull();
  }

  @Test
  void aSlowFollowerHoldsUpNobody() throws Exception {
    begin("a");
    append("a", 0, 1).get();
    var never = new CompletableFuture<Void>();
    log.follow("a", 0, (position, event, at) -> never.join());
    var quick = new Seen();
    log.follow("a", 0, quick);
    append("a", 1, 50).get();
    log.end("a", 50, "COMPLETE").get();

    assertThat(quick.untilDone()).isEqualTo(events(0, 50));
    never.complete(null);
  }

  @Test
  void aFollowerIsToldWhyNothingMoreComes() throws Exception {
    var cut = new Seen();
    var closed = new Seen();
    var unknown = new Seen();
    begin("a");
    append("a", 0, 1).get();
    begin("b");
    append("b", 0, 1).get();
    log.follow("a", 0, cut);
    log.follow("b", 0, closed);
    log.follow("never", 0, unknown);

    log.cut("a").get();
    assertThat(cut.untilDone()).isEqualTo(events(0, 1));
    assertThat(cut.problem).hasMessage("stream \"a\" was cut");
    assertThat(unknown.untilDone()).isEmpty();
    assertThat(unknown.problem).isInstanceOf(NoSuchStreamException.class);
    closed.next();
    reopen();
    assertThat(closed.untilDone()).isEmpty();
    assertThat(closed.problem).hasMessage("the log was closed");
  }

  @Test
  void aFollowerThatIsStoppedIsQuiet() throws Exception {
    begin("a");
    append("a", 0, 1).get();
    var stopped = new Seen();
    StreamLog.Following following = log.follow("a", 0, stopped);
    stopped.next();
    following.close();
    var other = new Seen();
    log.follow("a", 0, other);
    append("a", 1, 2).get();
    log.end("a", 2, "COMPLETE").get();

    assertThat(other.untilDone()).isEqualTo(events(0, 2));
    assertThat(stopped.events).isEmpty();
    assertThat(stopped.done).isNotDone();
  }

  @Test
  void ofWhatIsDamagedNothingFalseIsReadAndNoOtherStreamSuffers() throws Exception {
    for (String stream : List.of("damaged", "whole")) {
      begin(stream);
      append(stream, 0, 4).get();
      boolean isVulnerable = stream.equals("damaged");
      StreamEvent middle = new BlockDelta(new BlockId(0, 0), isVulnerable ? VULNERABLE : "another");
      log.append(new Addition(stream, 4, /* atMillis= */ 1000, List.of(middle))).get();
      append(stream, 5, 9).get();
    }
    log.close();
    damage("damaged");
    log = open();

    List<StreamEvent> left;
    try {
      left = read("damaged", 0, 100).events();
      assertThat(info("damaged").state()).isEqualTo(State.CUT);
    } catch (IOException refused) {
      left = List.of();
    }
    assertThat(left).isEqualTo(events(0, left.size())).hasSizeLessThanOrEqualTo(4);
    assertThat(read("whole", 0, 100).events()).hasSize(9).endsWith(event(8));
    assertThat(list("alice", null, 10).streams()).extracting(StreamInfo::stream).contains("whole");
    begin("new");
    assertThat(append("new", 0, 4).get()).isEqualTo(4);
  }

  @Test
  void callersMistakesAreSaid() throws Exception {
    assertThatThrownBy(() -> log.begin("../etc", "alice", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 64 of A–Z");
    assertThatThrownBy(() -> log.begin("a", "x".repeat(201), ""))
        .hasMessage("An owner has at most 200 characters, saw 201");
    assertThat(refusal(append("a", 0, 1))).contains("was not begun");
    assertThatThrownBy(() -> read("a", 0, 1)).isInstanceOf(NoSuchStreamException.class);
    assertThatThrownBy(() -> info("a")).isInstanceOf(NoSuchStreamException.class);
    assertThatThrownBy(() -> StreamLog.await(log.cut("a")))
        .isInstanceOf(NoSuchStreamException.class);
    begin("a");
    append("a", 0, 1).get();
    assertThatThrownBy(() -> read("a", 2, 1))
        .hasMessage("Stream \"a\" has 1 events; asked from 2 on");
    assertThatThrownBy(() -> list("alice", "nonsense", 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void begin(String stream) throws Exception {
    assertThat(log.begin(stream, "alice", "about " + stream).get()).isZero();
  }

  private CompletableFuture<Long> append(String stream, int from, int to) {
    return log.append(new Addition(stream, from, /* atMillis= */ 1000, events(from, to)));
  }

  private Page read(String stream, long position, int most) throws IOException {
    return StreamLog.await(log.read(stream, position, most));
  }

  private @Nullable String note(String stream, String name) throws IOException {
    return StreamLog.await(log.readNote(stream, name));
  }

  private StreamInfo info(String stream) throws IOException {
    return StreamLog.await(log.info(stream));
  }

  private Listing list(String owner, @Nullable String from, int most) throws IOException {
    return StreamLog.await(log.list(owner, from, most));
  }

  private static StreamInfo info(String name, long events, State state, @Nullable String outcome) {
    return new StreamInfo(name, "alice", "first words", events, state, outcome);
  }

  /** So that the next stream begins later than the last. */
  private static void nextMoment() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() == now) {
      Thread.onSpinWait();
    }
  }

  private static String refusal(CompletableFuture<Long> future) throws InterruptedException {
    try {
      throw new AssertionError("accepted at " + future.get());
    } catch (ExecutionException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static Page page(int from, int to, boolean isLast) {
    return new Page(
        events(from, to).stream().map(event -> new LoggedEvent(event, 1000)).toList(), to, isLast);
  }

  private static List<StreamEvent> events(int from, int to) {
    return IntStream.range(from, to).mapToObj(StreamLogContract::event).toList();
  }

  private static StreamEvent event(int number) {
    return new BlockDelta(new BlockId(0, 0), "event number " + number);
  }

  /** Remembers what it was given. */
  private static final class Seen implements StreamLog.Follower {
    final BlockingQueue<StreamEvent> events = new LinkedBlockingQueue<>();
    final CompletableFuture<Void> done = new CompletableFuture<>();
    volatile @Nullable IOException problem;

    @Override
    public void event(long position, StreamEvent event, long atMillis) {
      events.add(event);
    }

    @Override
    public void done(@Nullable IOException why) {
      problem = why;
      done.complete(null);
    }

    void next() throws InterruptedException {
      events.take();
    }

    List<StreamEvent> untilDone() throws Exception {
      done.get(10, TimeUnit.SECONDS);
      return List.copyOf(events);
    }
  }
}
