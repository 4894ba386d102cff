package dev.weir.cli.tap;

import dev.weir.log.recording.RecordingHeader.Request;
import dev.weir.log.recording.Secrets;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A request that was passed on and waits for its answer. */
final class PassedRequest {
  private static final int MAX_KEPT = 16 << 20;

  private final int number;
  private final RequestHead head;
  private final String url;
  private final Instant at = Instant.now();
  private final long nanos = System.nanoTime();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<Boolean> switched = new CompletableFuture<>();

  PassedRequest(int number, RequestHead head, TapTarget target) {
    this.number = number;
    this.head = head;
    this.url = target.url() + head.path();
  }

  /** Its place among all requests, from 1. */
  int number() {
    return number;
  }

  RequestHead head() {
    return head;
  }

  String url() {
    return url;
  }

  Instant at() {
    return at;
  }

  /** When it came, on the clock of {@link System#nanoTime}. */
  long nanos() {
    return nanos;
  }

  /** The request without its body and without its keys. */
  Request request() {
    return new Request(head.method(), url, head.fields().headers());
  }

  Secrets secrets() {
    return Secrets.inRequest(url, head.fields().headers());
  }

  /** It was answered, or will not be. */
  void answered(boolean switchesProtocol) {
    switched.complete(switchesProtocol);
  }

  /** Waits for its answer; whether another protocol follows on the connection. */
  boolean isSwitched() {
    return switched.join();
  }

  /** Keeps more of its body, up to a limit. */
  synchronized void came(byte[] bytes) {
    body.write(bytes, 0, Math.min(bytes.length, MAX_KEPT - body.size()));
  }

  /** What has come of its body. */
  synchronized byte[] body() {
    return body.toByteArray();
  }

  /** What it asks for, for people: without any key. */
  String line() {
    String shown = request().url();
    return head.method() + " " + shown.substring(shown.indexOf('/', shown.indexOf("://") + 3));
  }
}
