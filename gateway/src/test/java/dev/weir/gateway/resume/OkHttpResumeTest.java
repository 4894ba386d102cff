package dev.weir.gateway.resume;

import dev.weir.gateway.resume.Resumption.Case;
import dev.weir.gateway.resume.Resumption.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** okhttp-sse, which leaves it to its user to come back with the last id. */
class OkHttpResumeTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void getsEveryFrameOnceThoughCutAfterEach(Case kind) throws Exception {
    var client = new OkHttpClient();
    try {
      Resumption.assertExact(kind, folder, /* asksForHaste= */ true, url -> read(client, url));
    } finally {
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
  }

  private static String read(OkHttpClient client, String url) throws InterruptedException {
    var factory = EventSources.createFactory(client);
    List<Seen> seen = new ArrayList<>();
    while (seen.isEmpty() || !seen.getLast().isLast()) {
      var request = new Request.Builder().url(url);
      if (!seen.isEmpty()) {
        request.header("Last-Event-ID", seen.getLast().id());
      }
      var listening = new Listening();
      factory.newEventSource(request.build(), listening);
      if (!listening.over.await(30, TimeUnit.SECONDS) || listening.seen.isEmpty()) {
        throw new AssertionError("a connection brought nothing after " + seen);
      }
      seen.addAll(listening.seen);
    }
    return Resumption.text(seen);
  }

  /** What one connection brings. */
  private static final class Listening extends EventSourceListener {
    final List<Seen> seen = new ArrayList<>();
    final CountDownLatch over = new CountDownLatch(1);

    @Override
    public void onEvent(
        EventSource source, @Nullable String id, @Nullable String type, String data) {
      seen.add(new Seen(String.valueOf(id), data));
    }

    @Override
    public void onClosed(EventSource source) {
      over.countDown();
    }

    @Override
    public void onFailure(
        EventSource source, @Nullable Throwable thrown, @Nullable Response response) {
      over.countDown();
    }
  }
}
