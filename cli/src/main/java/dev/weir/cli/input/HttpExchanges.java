package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code curl -i} wrote: heads of http responses, each before its body. */
final class HttpExchanges implements Exchanges {
  private static final int HTTP = "HTTP/".length();

  private final Slices slices;
  private final boolean timed;
  private final Damage damage;
  private @Nullable HttpBody body;
  private int number;

  HttpExchanges(Slices slices, boolean timed, Damage damage) {
    this.slices = slices;
    this.timed = timed;
    this.damage = damage;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public boolean areLive() {
    return true;
  }

  @Override
  public boolean areSeveral() {
    return false;
  }

  @Override
  public @Nullable CapturedExchange next() throws IOException {
    HttpBody before = body;
    if (before != null && !isFollowed(before)) {
      return null;
    }
    HttpHead head = HttpHead.take(slices);
    // Redirects and proxies answer first, and their bodies are not written down.
    while (isHead()) {
      head = HttpHead.take(slices);
    }
    refuseBrotli(head);
    var opened = HttpBody.captured(slices, head, damage);
    body = opened;
    number++;
    return new CapturedExchange(
        number,
        /* request= */ null,
        Secrets.NONE,
        head.status(),
        head.contentType(),
        /* startedAt= */ null,
        timed ? List.of(new Reached(slices.atMicros(), Milestone.HEADERS)) : List.of(),
        timed,
        new Slices(opened));
  }

  /** Brotli cannot be recognised by its beginning. */
  private void refuseBrotli(HttpHead head) throws IOException {
    if ("br".equalsIgnoreCase(head.encoding())) {
      slices.look(Packing.HEAD_BYTES);
      if (KnownThings.isBinary(slices.head().toArray())) {
        throw new NotAStreamException(
            "an http response compressed with brotli; capture it with: curl -i --compressed");
      }
    }
  }

  private boolean isFollowed(HttpBody before) throws IOException {
    while (before.next() != null) {
      // Nobody asked for it.
    }
    if (!before.endsBeforeInput()) {
      return false;
    }
    if (isHead()) {
      return true;
    }
    if (slices.head().length() > 0) {
      damage.add("more follows the end of its http body, and is ignored");
    }
    return false;
  }

  private boolean isHead() throws IOException {
    slices.look(HTTP);
    Bytes head = slices.head();
    return head.length() >= HTTP
        && Bytes.of(head.array(), head.from(), head.from() + HTTP).toString().equals("HTTP/");
  }
}
