package dev.weir.gateway.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A stream that a client reads over connections that each end after one frame; {@code
 * -Dweir.resume.words=200} makes it long.
 */
final class Resumption {
  private static final int WORDS = Integer.getInteger("weir.resume.words", 8);

  /**
   * Whether the stream is live at every cut or has ended before, where the cut is, and whether each
   * connection goes to the other of two nodes.
   */
  enum Case {
    LIVE(0, 1),
    FINISHED(0, 1),
    FINISHED_AND_CUT_INSIDE_THE_NEXT_FRAME(9, 1),
    LIVE_ON_TWO_NODES(0, 2),
    FINISHED_ON_TWO_NODES(0, 2);

    private final int bytesMore;
    private final int nodes;

    Case(int bytesMore, int nodes) {
      this.bytesMore = bytesMore;
      this.nodes = nodes;
    }

    private boolean isLive() {
      return this == LIVE || this == LIVE_ON_TWO_NODES;
    }
  }

  /** One event as a client that others wrote tells it. */
  record Seen(String id, String data) {
    String toText() {
      return isLast() ? "data: [DONE]\n\n" : "id: %s\ndata: %s\n\n".formatted(id, data);
    }

    boolean isLast() {
      return data.equals("[DONE]");
    }
  }

  /** Reads the stream at an address to its end, however often the connection ends before. */
  interface Client {
    /** Returns the text of all frames that it got. */
    String read(String address) throws Exception;
  }

  private Resumption() {}

  static String text(List<Seen> seen) {
    return seen.stream().map(Seen::toText).collect(Collectors.joining());
  }

  /** The client gets every frame once, in order, with the log's bytes, and one a connection. */
  static void assertExact(Case kind, Path folder, boolean asksForHaste, Client client)
      throws Exception {
    var upstream = new ScriptedUpstream();
    String[] words =
        IntStream.range(0, WORDS).mapToObj(i -> "wört 世🌊 " + i + " ").toArray(String[]::new);
    try (var proxy = new CuttingProxy();
        var gateways =
            Gateways.start(
                kind.nodes, RunningGateway.behind(proxy.port(), folder), folder, upstream)) {
      RunningGateway gateway = gateways.all().getFirst();
      proxy.leadTo(gateways.ports());
      proxy.cutAfterOneFrameAnd(kind.bytesMore);
      if (!asksForHaste) {
        proxy.passOnlyWhatComes();
      }
      String id = gateway.detached();
      var answer = new Lockstep(ScriptedUpstream.answer(words), upstream.next());
      if (kind.isLive()) {
        proxy.onStream(answer::until);
      } else {
        answer.all();
        gateway.awaitEnd(id);
      }
      String path = "/v1/streams/" + id + "/events";
      String read = client.read(proxy.url() + path);
      gateway.awaitEnd(id);
      assertThat(read).isEqualTo(gateway.body(path));
      List<String> ids = new ArrayList<>(List.of(""));
      int frames = read.split("\n\n", -1).length - 1;
      IntStream.range(1, frames).mapToObj(String::valueOf).forEach(ids::add);
      // A client that learns of the end before it has read the frame asks for the same once more.
      assertThat(new LinkedHashSet<>(proxy.resumedFrom())).containsExactlyElementsOf(ids);
      assertThat(frames).isGreaterThan(WORDS + 5);
    }
  }
}
