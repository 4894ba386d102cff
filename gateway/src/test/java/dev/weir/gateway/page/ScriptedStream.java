package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;

/**
 * One stream of a {@link ScriptedGateway}: its frames, how many of them are out, and where
 * connections to it break.
 */
final class ScriptedStream {

  /** The connection ends here, in the middle of the http response. */
  static final class Broken extends IOException {
    Broken() {
      super("broken as the test asked");
    }
  }

  private final String id;
  private List<String> frames;
  private String asked = "";
  private String told = "";
  private int released;
  private int framesPerConnection = Integer.MAX_VALUE;
  private int generation;
  private boolean repeats;
  private boolean skips;

  ScriptedStream(String id, List<String> frames) {
    this.id = id;
    this.frames = frames;
    this.released = frames.size() + 1;
  }

  String id() {
    return id;
  }

  /** Only so many frames are out; {@code [DONE]} counts as one after the last. */
  synchronized ScriptedStream hold(int frameCount) {
    released = frameCount;
    notifyAll();
    return this;
  }

  synchronized void releaseAll() {
    hold(frames.size() + 1);
  }

  /** Every connection breaks after so many frames. */
  synchronized ScriptedStream breakAfter(int frameCount) {
    framesPerConnection = frameCount;
    return this;
  }

  /**
   * A connection begins with frames that were sent before: a gateway that counts from the start.
   */
  synchronized ScriptedStream repeating() {
    repeats = true;
    return this;
  }

  /** The first connection leaves out its third frame. */
  synchronized ScriptedStream skipping() {
    skips = true;
    return this;
  }

  synchronized void breakConnections() {
    generation++;
    notifyAll();
  }

  /** Ends as a cancelled stream does. */
  synchronized void cancel() {
    LifecycleScript end =
        new LifecycleScript().error("cancelled", "The stream was cancelled", false);
    frames = Stream.concat(frames.stream().limit(released), end.frames().stream()).toList();
    releaseAll();
  }

  /** What was asked: the body of the request. */
  synchronized void asked(String body) {
    Json request = new JsonReader(/* maxDepth= */ 32, 1 << 26).read(body);
    String after = request.get("after").text();
    asked =
        (after == null ? "" : ",\"after\":\"" + after + "\"")
            + ",\"asked\":"
            + request.get("messages").toText();
  }

  /** Further fields of what is told of it, as JSON. */
  synchronized ScriptedStream telling(String fields) {
    told = fields.isEmpty() ? "" : "," + fields;
    return this;
  }

  synchronized boolean isLive() {
    return released <= frames.size();
  }

  synchronized String about() {
    return "{\"id\":\"%s\",\"title\":\"Question of %s\",\"provider\":\"sim\",\"model\":\"thinker\",\"state\":\"%s\",\"startedAt\":\"2025-11-15T09:46:40Z\",\"events\":%d%s}"
        .formatted(id, id, isLive() ? "live" : "ended", frames.size(), asked + told);
  }

  /** Writes what comes after a frame, as far as it is out, and waits for the rest. */
  void send(int after, OutputStream out) throws IOException {
    int born;
    boolean leavesOut;
    synchronized (this) {
      born = generation;
      leavesOut = skips;
      skips = false;
    }
    int from = repeats ? 0 : after;
    for (int at = from; ; at++) {
      String frame;
      synchronized (this) {
        while (at >= released && born == generation) {
          try {
            wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Broken();
          }
        }
        if (born != generation || at - Math.max(after, from) >= framesPerConnection) {
          throw new Broken();
        }
        frame =
            at < frames.size()
                ? "id: " + (at + 1) + "\ndata: " + frames.get(at) + "\n\n"
                : "data: [DONE]\n\n";
      }
      if (!(leavesOut && at == after + 2)) {
        out.write(frame.getBytes(UTF_8));
        out.flush();
      }
      if (frame.startsWith("data: [DONE]")) {
        return;
      }
    }
  }
}
