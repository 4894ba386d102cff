package dev.weir.cli.input;

import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader.Request;
import dev.weir.log.recording.Secrets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One request and what answered it, in a capture.
 *
 * @param number its place in the capture, from 1
 * @param request what was asked, its keys hidden; absent where the capture does not have it
 * @param secrets the keys that the request was sent with, which an answer may repeat
 * @param status of the answer; 0 where it is not known
 * @param contentType of the answer; empty where it is not known
 * @param startedAt when the request was begun, where that is known
 * @param milestones what happened before the first byte of the body, where that is known
 * @param timed whether the slices have the times at which they came
 */
public record CapturedExchange(
    int number,
    @Nullable Request request,
    Secrets secrets,
    int status,
    String contentType,
    @Nullable Instant startedAt,
    List<Reached> milestones,
    boolean timed,
    Slices body) {

  private static final List<String> STREAMED =
      List.of("event-stream", "eventstream", "ndjson", "jsonl", "json-seq", "grpc");

  public CapturedExchange {
    milestones = List.copyOf(milestones);
  }

  /** Whether the answer says that it comes in pieces. */
  boolean isStreamed() {
    String type = contentType.toLowerCase(Locale.ROOT);
    return STREAMED.stream().anyMatch(type::contains);
  }

  /** The exchange in one line, for people who choose. */
  String line() {
    Request asked = request;
    return "%d  %s%s%s"
        .formatted(
            number,
            asked == null ? "" : asked.method() + " " + asked.url() + "  ",
            status == 0 ? "" : "HTTP " + status,
            contentType.isEmpty() ? "" : ", " + contentType);
  }
}
