package dev.weir.redis;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A line for each event loop that writes streams, so that a stream stays on its loop from its
 * provider into the engine, and one on a loop of its own for everybody else.
 */
final class VertxLines implements Lines {
  private static final long SECONDS = 5;

  private final Engine engine;
  private final Durability durability;
  private final Vertx vertx;
  private final Loop homeLoop;
  private final Line home;
  private final Queue<Line> all = new ConcurrentLinkedQueue<>();
  private final Map<Thread, Line> byThread = new ConcurrentHashMap<>();
  private volatile Consumer<Line> onUp = line -> {};

  private VertxLines(Engine engine, Durability durability, Vertx vertx, Loop homeLoop) {
    this.engine = engine;
    this.durability = durability;
    this.vertx = vertx;
    this.homeLoop = homeLoop;
    this.home = watched(new Line(engine, homeLoop, durability));
  }

  /** Connects at home; fails if that is not possible now. */
  static VertxLines open(Engine engine, Durability durability) throws IOException {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    var made = new CompletableFuture<Loop>();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(v -> made.complete(new VertxLoop(context)));
    var lines = new VertxLines(engine, durability, vertx, made.join());
    try {
      lines.home.open().get(SECONDS, TimeUnit.SECONDS);
      return lines;
    } catch (ExecutionException failed) {
      lines.close();
      throw Answers.problem(failed);
    } catch (TimeoutException late) {
      lines.close();
      throw new IOException("The engine does not answer within %d s".formatted(SECONDS), late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      lines.close();
      throw new IOException("interrupted", interrupted);
    }
  }

  private Line watched(Line line) {
    all.add(line);
    line.onUp(() -> onUp.accept(line));
    return line;
  }

  @Override
  public Line home() {
    return home;
  }

  @Override
  public Line current() {
    Context context = Vertx.currentContext();
    if (context == null || !context.isEventLoopContext() || !Context.isOnEventLoopThread()) {
      return home;
    }
    if (context.owner().equals(vertx)) {
      return home;
    }
    return byThread.computeIfAbsent(
        Thread.currentThread(),
        thread -> {
          Line line = watched(new Line(engine, new VertxLoop(context), durability));
          var unused = line.open();
          return line;
        });
  }

  @Override
  public Line channels(Line.Messages messages) {
    return watched(new Line(engine, homeLoop, durability, messages));
  }

  @Override
  public void onUp(Consumer<Line> action) {
    onUp = action;
  }

  @Override
  public void close() {
    all.forEach(Line::close);
    try {
      vertx.close().await(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException slow) {
      // Vert.x throws whatever went wrong, and there is nothing left to close.
      System.getLogger(VertxLines.class.getName())
          .log(System.Logger.Level.DEBUG, "The lines did not close in time", slow);
    }
  }
}
