package dev.weir.client.call;

import dev.weir.codec.dialect.DecodeOptions;
import java.time.Duration;

/**
 * How patient a call is.
 *
 * @param connect how long to wait for a connection
 * @param firstEvent how long to wait for the first event of a response
 * @param dead how long no byte may come once the response has begun
 * @param stalled how long bytes may come without content
 * @param settled how long to wait for the end of the bytes after the end of the response
 * @param tries how often to try in all, as long as nothing was seen
 * @param backoff how long to wait before the second try; twice as long before each further one
 * @param maxBackoff the longest wait between tries; a provider that asks for more is not asked
 *     again
 * @param resumes how often a response that its provider keeps is resumed from where it broke or
 *     where events are missing; 0 means never. Only what runs in the background with OpenAI
 *     Responses or Gemini Interactions can be resumed, so it affects nothing else
 * @param onGap what to do where events are missing; {@link OnGap#WARN} unless asked for, because a
 *     further try is a further bill
 * @param decode how streams are decoded
 */
public record CallOptions(
    Duration connect,
    Duration firstEvent,
    Duration dead,
    Duration stalled,
    Duration settled,
    int tries,
    Duration backoff,
    Duration maxBackoff,
    int resumes,
    OnGap onGap,
    DecodeOptions decode) {

  public static final CallOptions DEFAULT =
      new CallOptions(
          Duration.ofSeconds(10),
          Duration.ofSeconds(120),
          Duration.ofSeconds(120),
          Duration.ofSeconds(600),
          Duration.ofSeconds(1),
          3,
          Duration.ofMillis(500),
          Duration.ofSeconds(60),
          /* resumes= */ 3,
          OnGap.WARN,
          DecodeOptions.DEFAULT);

  public CallOptions {
    if (tries < 1) {
      throw new IllegalArgumentException("A call needs at least one try, saw " + tries);
    }
    if (resumes < 0) {
      throw new IllegalArgumentException("resumes counts from 0, saw " + resumes);
    }
  }

  /** With another clock for the first event. */
  public CallOptions withFirstEvent(Duration time) {
    return withClocks(time, dead, stalled);
  }

  /** With another clock for silence: no byte at all. */
  public CallOptions withDead(Duration time) {
    return withClocks(firstEvent, time, stalled);
  }

  /** With another clock for bytes without content. */
  public CallOptions withStalled(Duration time) {
    return withClocks(firstEvent, dead, time);
  }

  public CallOptions withClocks(Duration newFirstEvent, Duration newDead, Duration newStalled) {
    return new CallOptions(
        connect,
        newFirstEvent,
        newDead,
        newStalled,
        settled,
        tries,
        backoff,
        maxBackoff,
        resumes,
        onGap,
        decode);
  }

  public CallOptions withConnect(Duration newConnect) {
    return new CallOptions(
        newConnect,
        firstEvent,
        dead,
        stalled,
        settled,
        tries,
        backoff,
        maxBackoff,
        resumes,
        onGap,
        decode);
  }

  public CallOptions withTries(int newTries, Duration newBackoff) {
    return new CallOptions(
        connect,
        firstEvent,
        dead,
        stalled,
        settled,
        newTries,
        newBackoff,
        maxBackoff,
        resumes,
        onGap,
        decode);
  }

  public CallOptions withRecovery(int newResumes, OnGap newOnGap) {
    return new CallOptions(
        connect,
        firstEvent,
        dead,
        stalled,
        settled,
        tries,
        backoff,
        maxBackoff,
        newResumes,
        newOnGap,
        decode);
  }

  public CallOptions withDecode(DecodeOptions newDecode) {
    return new CallOptions(
        connect,
        firstEvent,
        dead,
        stalled,
        settled,
        tries,
        backoff,
        maxBackoff,
        resumes,
        onGap,
        newDecode);
  }
}
