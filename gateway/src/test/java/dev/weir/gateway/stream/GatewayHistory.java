package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import dev.weir.redis.SimCluster;
import dev.weir.redis.SimNode;
import dev.weir.redis.SimWorld;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One history of three gateways on one log: streams are fetched, read on any of them, left and come
 * back to, cancelled on any of them, while things go wrong. Every client's transcript must be the
 * frames of the log, whole, once all is well again.
 */
final class GatewayHistory {
  private static final long TROUBLE_MILLIS = 20_000;
  private static final long CALM_MILLIS = 40_000;
  private static final int STREAMS = 5;
  private static final List<Format> FORMATS =
      List.of(Formats.LIFECYCLE, Formats.EVENTS, new LifecycleFormat(/* openAiText= */ true));

  private final SimCluster cluster;
  private final SimWorld world;
  private final Map<SimNode, SimGateway> gateways = new HashMap<>();
  private final List<Told> streams = new ArrayList<>();
  private @Nullable String violation;

  GatewayHistory(long seed) {
    this.world = new SimWorld(seed);
    this.cluster = new SimCluster(world, this::started);
  }

  private void started(SimNode node) {
    gateways.put(node, new SimGateway(world, node));
  }

  private SimGateway any() {
    return Objects.requireNonNull(gateways.get(cluster.any()));
  }

  /** Plays it, and says what went wrong; nothing if all is well. */
  @Nullable String play() {
    cluster.start();
    for (int i = 0; i < STREAMS; i++) {
      int number = i;
      world.at(world.between(500, TROUBLE_MILLIS - 5_000), () -> begin("s" + number));
    }
    cluster.trouble(TROUBLE_MILLIS);
    world.runUntil(TROUBLE_MILLIS + CALM_MILLIS);
    streams.forEach(Told::check);
    world.runUntil(TROUBLE_MILLIS + CALM_MILLIS + 5_000);
    streams.forEach(Told::checked);
    return violation;
  }

  /** What it came to, in numbers that differ wherever two histories do. */
  String digest() {
    var all = new StringBuilder();
    for (Told stream : streams) {
      for (SimClient client : stream.clients) {
        all.append(client.visits()).append(' ').append(client.transcript());
      }
    }
    return "%d %x".formatted(all.length(), all.toString().hashCode());
  }

  /** How often clients came. */
  long visits() {
    return streams.stream()
        .flatMap(told -> told.clients.stream())
        .mapToLong(SimClient::visits)
        .sum();
  }

  private void violated(String what) {
    if (violation == null) {
      violation = cluster.when() + ": " + what;
    }
  }

  private void begin(String id) {
    SimGateway gateway = any();
    if (gateway.node.isThere()) {
      streams.add(new Told(id, gateway));
    }
  }

  /** A stream, and all who are told of it. */
  private final class Told {
    private final String id;
    private final SimGateway writer;
    private final List<SimClient> clients = new ArrayList<>();
    private @Nullable SimProvider provider;
    private boolean isKnown;
    private boolean isRefused;
    private boolean isCancelled;
    private boolean isChecked;

    Told(String id, SimGateway writer) {
      this.id = id;
      this.writer = writer;
      SimVertx on = writer.anyLoop();
      @Nullable SimClient first = world.chance(50) ? client() : null;
      on.loop().later(() -> begin(on, first));
    }

    private SimClient client() {
      Format format = FORMATS.get(world.random.nextInt(FORMATS.size()));
      var client = new SimClient(world, GatewayHistory.this::any, id, format);
      clients.add(client);
      return client;
    }

    private void begin(SimVertx on, @Nullable SimClient first) {
      var about =
          new StreamDescription(
              id,
              SimClient.OWNER,
              "provider",
              "model",
              /* dialect= */ null,
              writer.node.now(),
              "",
              /* after= */ null,
              Json.Null.NULL,
              /* tellsUsage= */ true);
      Subscriber reader =
          first == null
              ? null
              : writer.subscriber(
                  on, first.asking(writer, on), id, Reading.resumable(first.format, f -> {}));
      try {
        writer
            .streams
            .begin(
                on.context(),
                about,
                sink -> {
                  provider = new SimProvider(world, on.loop(), id, sink);
                  return provider;
                },
                reader,
                first == null ? Formats.LIFECYCLE : first.format,
                Runnable::run,
                outcome -> {})
            .onComplete(known -> known(reader), refused -> isRefused = true);
      } catch (TooManyStreamsException full) {
        violated(id + " found no room: " + full.getMessage());
      }
    }

    private void known(@Nullable Subscriber reader) {
      isKnown = true;
      if (reader != null) {
        reader.begin();
      }
      clients.forEach(SimClient::learnName);
      for (int i = clients.size(); i < 3; i++) {
        SimClient client = client();
        client.learnName();
        world.after(world.between(0, 10_000), client::comeBack);
      }
      if (world.chance(15)) {
        world.after(world.between(100, 8_000), this::cancel);
      }
    }

    /** Somebody cancels it on any gateway; when that was answered, it is over. */
    private void cancel() {
      SimGateway on = any();
      if (on.node.isThere()) {
        on.anyLoop().loop().later(() -> Thread.ofVirtual().start(() -> cancel(on)));
      }
    }

    private void cancel(SimGateway on) {
      try {
        Optional<Summary> found = on.streams.index().find(id, SimClient.OWNER);
        if (found.isPresent()) {
          isCancelled = true;
          on.streams.cancelAndWait(found.get());
          boolean isOpen = StreamLog.await(on.node.log().info(id)).state() == State.OPEN;
          if (isOpen && !cluster.hasLost()) {
            violated(id + " was cancelled and is open");
          }
        }
      } catch (IOException unknown) {
        // 503: whether it was cancelled is not known.
        isCancelled = true;
      }
    }

    /** All is well: the log is compared with what was said and told. */
    void check() {
      if (!isKnown) {
        isChecked = true;
        return;
      }
      SimGateway gateway = any();
      gateway.anyLoop().loop().later(() -> Thread.ofVirtual().start(() -> check(gateway)));
    }

    private void check(SimGateway gateway) {
      try {
        StreamLog log = gateway.node.log();
        Page page = StreamLog.await(log.read(id, 0, 10_000));
        if (!page.isLast()) {
          violated(id + " is not over");
        }
        checkSaid(page.logged());
        StreamDescription about =
            gateway.streams.index().find(id, SimClient.OWNER).orElseThrow().about();
        for (SimClient client : clients) {
          var text = new FrameText(client.format.form(), /* after= */ 0);
          Fold fold = client.format.fold(about, text);
          List<LoggedEvent> end =
              KeptStream.readKept(log, id, about.startedAt().toEpochMilli(), fold::accept);
          long kept = text.count();
          end.forEach(missing -> fold.accept(missing.event(), missing.atMillis()));
          checkTold(client, text.batch(/* hasContent= */ true).frames().toString(), kept);
        }
      } catch (NoSuchStreamException lost) {
        if (!cluster.hasLost()) {
          violated(id + " is lost");
        }
      } catch (IOException failed) {
        violated(id + " cannot be read: " + failed);
      }
      isChecked = true;
    }

    /** The log has what the provider said, up to where it is over. */
    private void checkSaid(List<LoggedEvent> logged) {
      if (provider == null) {
        violated(id + " is in the log, but nobody was asked");
        return;
      }
      List<StreamEvent> kept = logged.stream().map(LoggedEvent::event).toList();
      List<StreamEvent> said = provider.said();
      if (kept.size() > said.size() || !kept.equals(said.subList(0, kept.size()))) {
        violated(id + " has in the log what nobody said: " + kept);
      }
      boolean isWhole = kept.size() == provider.length() || isCancelled;
      if (!writer.node.isDisturbed() && !isWhole) {
        violated(
            "nothing happened to %s, and %s has %d events of %d"
                .formatted(writer.node.name(), id, kept.size(), provider.length()));
      }
    }

    private void checkTold(SimClient client, String frames, long kept) {
      String has = client.transcript();
      if (client.isDone() && has.equals(frames)) {
        return;
      }
      if (client.isAhead() && client.after() > kept && frames.startsWith(has)) {
        // It was cut off inside the end that a cut stream lacks, and has to read it again.
        return;
      }
      if (cluster.hasLost()) {
        // A client may be ahead of what the engine has left, and is told so.
        return;
      }
      violated(
          "a client of %s in %s has %s after %d visits, %,d characters of %,d; from %,d on it has%n%s%nand the log%n%s"
              .formatted(
                  id,
                  client.format.word(),
                  client.isDone()
                      ? "the end"
                      : client.isAhead() ? "too much" : client.isUnknown() ? "got 404" : "no end",
                  client.visits(),
                  has.length(),
                  frames.length(),
                  common(has, frames),
                  from(has, common(has, frames)),
                  from(frames, common(has, frames))));
    }

    void checked() {
      if (!isChecked) {
        violated(id + " could not be checked");
      }
    }
  }

  private static int common(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }

  private static String from(String text, int at) {
    return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 200));
  }
}
