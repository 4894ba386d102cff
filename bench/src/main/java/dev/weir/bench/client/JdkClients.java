package dev.weir.bench.client;

import static java.net.http.HttpResponse.BodyHandlers;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;

/**
 * The JDK's HTTP client alone: it counts frames and decodes nothing. It fails requests beyond the
 * limit of a connection, so there is a client for every hundred streams, as one would do by hand.
 */
final class JdkClients implements Client {
  private final Target target;
  private final boolean isLoop;
  private final List<HttpClient> clients = new ArrayList<>();
  private final Semaphore connecting = new Semaphore(1);
  private int opened;

  /**
   * @param isLoop whether each stream has a virtual thread that reads lines, or a subscriber
   */
  JdkClients(Target target, boolean isLoop) {
    this.target = target;
    this.isLoop = isLoop;
  }

  @Override
  public int pieces(PacedChat chat) {
    return chat.stream().frames();
  }

  @Override
  public void open(String model, Progress.Stream stream) throws Exception {
    int number = opened++ % target.streams();
    // One less than the limit: the server may hear of an end later than we do.
    int place = target.isHttp2() ? number / (PacedServer.STREAMS_PER_CONNECTION - 1) : 0;
    boolean isFirst = clients.size() == place;
    if (isFirst) {
      clients.add(newClient());
      // Requests that come before there is a connection would open one each.
      connecting.acquire();
    }
    HttpClient client = clients.get(place);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(target.url() + "/chat/completions"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(target.body(model)))
            .build();
    Runnable begun = isFirst ? connecting::release : () -> {};
    if (isLoop) {
      Thread.ofVirtual().start(() -> read(client, request, stream, begun));
    } else {
      subscribe(client, request, stream, begun);
    }
    if (isFirst) {
      connecting.acquire();
      connecting.release();
    }
  }

  private HttpClient newClient() {
    var builder =
        HttpClient.newBuilder()
            .version(target.isHttp2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    return target.isHttp2()
        ? builder.sslContext(target.certificate().context()).build()
        : builder.build();
  }

  private static void read(
      HttpClient client, HttpRequest request, Progress.Stream stream, Runnable begun) {
    try {
      var response = client.send(request, BodyHandlers.ofLines());
      begun.run();
      try (var lines = response.body()) {
        lines.forEach(line -> stream.came(line.isEmpty() ? 1 : 0));
      }
      stream.ended(null);
    } catch (Exception problem) {
      // Whatever it is, the run has failed with it.
      stream.ended(problem.toString());
    }
  }

  private static void subscribe(
      HttpClient client, HttpRequest request, Progress.Stream stream, Runnable begun) {
    var unused =
        client
            .sendAsync(
                request,
                info -> {
                  begun.run();
                  return BodySubscribers.fromSubscriber(new Frames(stream));
                })
            .whenComplete(
                (response, problem) -> stream.ended(problem == null ? null : problem.toString()));
  }

  /** Counts frames by the blank lines that end them. */
  private static final class Frames implements Flow.Subscriber<List<ByteBuffer>> {
    private final Progress.Stream stream;
    private byte last;

    Frames(Progress.Stream stream) {
      this.stream = stream;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      int frames = 0;
      for (ByteBuffer buffer : buffers) {
        while (buffer.hasRemaining()) {
          byte next = buffer.get();
          frames += last == '\n' && next == '\n' ? 1 : 0;
          last = next;
        }
      }
      stream.came(frames);
    }

    @Override
    public void onError(Throwable problem) {}

    @Override
    public void onComplete() {}
  }
}
