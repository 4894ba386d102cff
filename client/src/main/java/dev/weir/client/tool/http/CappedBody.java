package dev.weir.client.tool.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the beginning of a body up to a limit; the rest is not fetched. */
final class CappedBody implements BodySubscriber<CappedBody.Beginning> {
  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<Beginning> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /** As much as was read. */
  record Beginning(String text, boolean isCut) {}

  CappedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<Beginning> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> slices) {
    for (ByteBuffer slice : slices) {
      byte[] taken = new byte[Math.min(slice.remaining(), maxBytes - bytes.size())];
      boolean isCut = taken.length < slice.remaining();
      slice.get(taken);
      bytes.writeBytes(taken);
      Flow.Subscription open = subscription;
      if (isCut && open != null) {
        open.cancel();
        finish(/* isCut= */ true);
        return;
      }
    }
  }

  @Override
  public void onError(Throwable broken) {
    body.completeExceptionally(broken);
  }

  @Override
  public void onComplete() {
    finish(/* isCut= */ false);
  }

  private void finish(boolean isCut) {
    body.complete(new Beginning(bytes.toString(UTF_8), isCut));
  }
}
