package dev.weir.redis;

import dev.weir.log.UnreachableLogException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one event loop to the engine, which comes back when it is lost. What is written
 * in one round of the loop is one pipeline, confirmed as the durability asks. Belongs to its loop;
 * {@link #send} is for any thread.
 */
final class Line {
  private static final Logger LOG = System.getLogger(Line.class.getName());
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long MAX_PAUSE_MILLIS = 1_000;
  private static final long CONFIRM_MILLIS = 200;
  private static final long WATCH_MILLIS = 1_000;

  /** An engine that says nothing for so long is taken for one that cannot be reached. */
  static final long SILENCE_MILLIS = 4_000;

  static final long HOLD_MILLIS = 10_000;

  /** Hears what became of a write. */
  interface Sink {
    void written(Reply reply);

    /** Whether it was done is not known. */
    void failed(IOException why);
  }

  private record Write(Command command, Sink sink) {}

  /** What is written in one go. */
  private static final class Round {
    final List<Write> writes;

    Round(List<Write> writes) {
      this.writes = writes;
    }
  }

  private final Engine engine;
  private final Loop loop;
  private final Durability durability;
  private final Engine.Listener listener;
  private volatile Runnable onUp = () -> {};
  private Engine.@Nullable Connection connection;
  private List<Write> gathered = new ArrayList<>();

  /** What the connection waits with; absent if it takes more. */
  private @Nullable Round unconfirmed;

  private List<Runnable> waiting = new ArrayList<>();
  private long pauseMillis = FIRST_PAUSE_MILLIS;
  private boolean isFirstTry = true;
  private int unanswered;
  private long heardMillis;
  private long answeredMillis;
  private boolean isClosed;
  private volatile long upSinceMillis = -1;

  Line(Engine engine, Loop loop, Durability durability) {
    this(engine, loop, durability, (channel, payload) -> {});
  }

  /** Takes what comes on channels. */
  interface Messages {
    void message(String channel, byte[] payload);
  }

  Line(Engine engine, Loop loop, Durability durability, Messages messages) {
    this.engine = engine;
    this.loop = loop;
    this.durability = durability;
    this.listener =
        new Engine.Listener() {
          @Override
          public void message(String channel, byte[] payload) {
            messages.message(channel, payload);
          }

          @Override
          public void lost() {
            Line.this.lost();
          }
        };
  }

  Loop loop() {
    return loop;
  }

  Durability durability() {
    return durability;
  }

  /** Connects, and again whenever the connection is lost. Completes at the first connection. */
  CompletableFuture<Void> open() {
    var first = new CompletableFuture<Void>();
    loop.run(() -> connect(first));
    return first;
  }

  private void connect(CompletableFuture<Void> first) {
    if (isClosed) {
      return;
    }
    Answers.when(
        engine.connect(loop, listener),
        (made, failed) -> loop.run(() -> connected(made, failed, first)));
  }

  private void connected(
      Engine.@Nullable Connection made, @Nullable Throwable failed, CompletableFuture<Void> first) {
    isFirstTry = false;
    if (made == null || isClosed) {
      if (made != null) {
        made.close();
      }
      Throwable why = failed == null ? new IOException("closed") : failed;
      first.completeExceptionally(why);
      LOG.log(
          pauseMillis == FIRST_PAUSE_MILLIS * 2 ? Level.WARNING : Level.DEBUG,
          "The engine cannot be reached, and will be tried again: {0}",
          why.getMessage());
      tryAgain();
      wake();
      return;
    }
    connection = made;
    unanswered = 0;
    settled(unconfirmed);
    loop.after(WATCH_MILLIS, () -> watch(made));
    pauseMillis = FIRST_PAUSE_MILLIS;
    upSinceMillis = loop.millis();
    first.complete(null);
    wake();
    onUp.run();
  }

  private void wake() {
    List<Runnable> ready = waiting;
    waiting = new ArrayList<>();
    ready.forEach(Runnable::run);
  }

  private void tryAgain() {
    if (!isClosed) {
      loop.after(pauseMillis, () -> connect(new CompletableFuture<>()));
      pauseMillis = Math.min(MAX_PAUSE_MILLIS, pauseMillis * 2);
    }
  }

  private void lost() {
    if (connection != null) {
      connection = null;
      upSinceMillis = -1;
      LOG.log(Level.DEBUG, "The connection to the engine is lost");
      tryAgain();
    }
  }

  /** Sends commands on a connection, and notes when it has answered. */
  private CompletableFuture<List<Reply>> ask(Engine.Connection open, List<Command> commands) {
    if (unanswered == 0) {
      heardMillis = loop.millis();
    }
    unanswered++;
    return open.send(commands)
        .whenComplete((replies, failed) -> {
          if (open.equals(connection)) {
            unanswered--;
            heardMillis = loop.millis();
            answeredMillis = heardMillis;
          }
        });
  }

  /** Gives a connection up that does not answer: a network may be cut without a word. */
  private void watch(Engine.Connection open) {
    if (!open.equals(connection)) {
      return;
    }
    if (unanswered > 0 && loop.millis() - heardMillis > SILENCE_MILLIS) {
      LOG.log(Level.WARNING, "The engine does not answer; its connection is given up");
      lost();
      open.close();
    } else {
      loop.after(WATCH_MILLIS, () -> watch(open));
    }
  }

  /** Says what to do on every new connection, on the loop. */
  void onUp(Runnable action) {
    onUp = action;
  }

  boolean isUp() {
    return connection != null;
  }

  /** Since when there has been a connection; -1 if there is none. Any thread. */
  long upSinceMillis() {
    return upSinceMillis;
  }

  /** When the engine answered last. */
  long answeredMillis() {
    return answeredMillis;
  }

  /** Does something once when there is a connection, or the next try for one has failed. */
  void onChange(Runnable action) {
    waiting.add(action);
  }

  /** Sends commands in one go, and not together with those of others. Any thread. */
  CompletableFuture<List<Reply>> send(List<Command> commands) {
    var answer = new CompletableFuture<List<Reply>>();
    loop.run(() -> send(commands, answer));
    return answer;
  }

  /**
   * Sends what asks about a stream, and answers when all that was found is as safe as the
   * durability asks: it may be on the primary alone, and whoever acts on it would promise too much.
   * Together with what others write and ask, like {@link #write}. Any thread.
   *
   * @param mark a write that comes after it: what stands before has been copied when this has
   */
  CompletableFuture<List<Reply>> sendConfirmed(List<Command> commands, Command mark) {
    if (durability == Durability.ENGINE) {
      return send(commands);
    }
    var answer = new CompletableFuture<List<Reply>>();
    loop.run(() -> writeAll(commands, mark, answer));
    return answer;
  }

  private void writeAll(
      List<Command> commands, Command mark, CompletableFuture<List<Reply>> answer) {
    if (connection == null && isFirstTry && !isClosed) {
      waiting.add(() -> writeAll(commands, mark, answer));
      return;
    }
    List<Reply> replies = new ArrayList<>(commands.size() + 1);
    var gathering =
        new Sink() {
          @Override
          public void written(Reply reply) {
            replies.add(reply);
            if (replies.size() > commands.size()) {
              answer.complete(replies);
            }
          }

          @Override
          public void failed(IOException why) {
            answer.completeExceptionally(why);
          }
        };
    commands.forEach(command -> write(command, gathering));
    write(mark, gathering);
  }

  private void send(List<Command> commands, CompletableFuture<List<Reply>> answer) {
    Engine.Connection open = connection;
    if (open != null) {
      Answers.when(
          ask(open, commands),
          (replies, failed) -> {
            if (failed != null) {
              answer.completeExceptionally(failed);
            } else {
              answer.complete(replies);
            }
          });
    } else if (isFirstTry && !isClosed) {
      waiting.add(() -> send(commands, answer));
    } else {
      answer.completeExceptionally(unreachable());
    }
  }

  /** Subscribes to a channel or takes that back, if there is a connection. */
  void subscribe(Command command) {
    loop.run(() -> {
      Engine.Connection open = connection;
      if (open != null) {
        open.subscribe(command);
      }
    });
  }

  static UnreachableLogException unreachable() {
    return new UnreachableLogException("The engine of the log cannot be reached", null);
  }

  /**
   * Writes with all else that this round of the loop writes, or that comes while the round before
   * waits to be confirmed: an engine that waits for a replica or its disk reads nothing more from
   * the connection meanwhile, and a wait for every round would pile up. On the loop.
   */
  void write(Command command, Sink sink) {
    if (gathered.isEmpty() && unconfirmed == null) {
      loop.later(this::flush);
    }
    gathered.add(new Write(command, sink));
  }

  private void flush() {
    if (unconfirmed != null) {
      return;
    }
    var round = new Round(gathered);
    gathered = new ArrayList<>();
    Engine.Connection open = connection;
    if (open == null) {
      fail(round, unreachable());
      return;
    }
    List<Command> commands = new ArrayList<>(round.writes.size() + 1);
    round.writes.forEach(write -> commands.add(write.command()));
    Command confirmation = durability.confirmation(CONFIRM_MILLIS);
    if (confirmation != null) {
      commands.add(confirmation);
      unconfirmed = round;
    }
    Answers.when(
        ask(open, commands),
        (replies, failed) -> {
          if (failed != null) {
            fail(round, Answers.problem(failed));
          } else if (confirmation == null || durability.isMet(replies.getLast())) {
            succeed(round, replies);
          } else {
            confirm(open, round, replies, confirmation, loop.millis() + HOLD_MILLIS);
          }
        });
  }

  /** Asks again whether what was written is as safe as it is to be. */
  private void confirm(
      Engine.Connection open, Round round, List<Reply> replies, Command confirmation, long until) {
    if (loop.millis() > until) {
      fail(round, new EngineException("The engine did not confirm as " + durability, null));
      return;
    }
    Answers.when(
        ask(open, List.of(confirmation)),
        (confirmed, failed) -> {
          if (failed != null) {
            fail(round, Answers.problem(failed));
          } else if (durability.isMet(confirmed.getFirst())) {
            succeed(round, replies);
          } else {
            confirm(open, round, replies, confirmation, until);
          }
        });
  }

  private void succeed(Round round, List<Reply> replies) {
    for (int i = 0; i < round.writes.size(); i++) {
      round.writes.get(i).sink().written(replies.get(i));
    }
    settled(round);
  }

  private void fail(Round round, IOException why) {
    round.writes.forEach(write -> write.sink().failed(why));
    settled(round);
  }

  /** It is known what became of a round: what came meanwhile goes next. */
  private void settled(@Nullable Round round) {
    if (round != null && round == unconfirmed) {
      unconfirmed = null;
      if (!gathered.isEmpty()) {
        loop.later(this::flush);
      }
    }
  }

  void close() {
    loop.run(() -> {
      isClosed = true;
      Engine.Connection open = connection;
      connection = null;
      upSinceMillis = -1;
      if (open != null) {
        open.close();
      }
      wake();
    });
  }
}
