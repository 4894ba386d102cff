package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.Growth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever made a file or an answer chose its length: twice as much costs twice as much. */
class RecordingCostTest {
  private static final int LEAST = 500;
  private static final String KEY = "aaaaaaaab-canary";
  private static final String HEAD =
      """
      {"weir":"recording","version":1,"dialect":"openai-chat","provider":"acme","startedAt":"2026-01-02T03:04:05.000006Z"}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"at\":1000,\"text\":\"data: x\\n\\n\"}\n",
        "{\"at\":1000,\"bytes\":\"AAEC\"}\n",
        "{\"at\":1000,\"later\":\"x\"}\n",
        "x",
        "[",
        "\n"
      })
  void aRecordingIsRead(String piece) {
    Growth.check(
        "recording of " + piece,
        LEAST,
        n -> {
          byte[] file = (HEAD + piece.repeat(n)).getBytes(UTF_8);
          return () -> read(file);
        });
  }

  private static void read(byte[] file) {
    try (RecordingReader reader = RecordingReader.open(new ByteArrayInputStream(file))) {
      Entry entry = reader.next();
      while (entry != null) {
        entry = reader.next();
      }
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }

  /** Beginnings of the key that do not become the key, each of which is held for a while. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "aaaaaaaab-can", KEY, "x"})
  void keysAreLookedForInSlicesAndEvents(String piece) {
    Secrets secrets = Secrets.of(List.of(KEY));
    Growth.check(
        "slices of " + piece,
        LEAST,
        n ->
            () -> {
              var sieve = new SecretSieve(secrets);
              try {
                for (int i = 0; i < n; i++) {
                  sieve.feed(piece.getBytes(UTF_8), i, (safe, at) -> {});
                }
                sieve.end((safe, at) -> {});
              } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
              }
            });
    Growth.check(
        "deltas of " + piece,
        LEAST,
        n -> {
          String[] deltas = new String[n];
          Arrays.fill(deltas, piece);
          List<StreamEvent> events =
              EventScript.response().text(deltas).end(Verdict.COMPLETE, "stop");
          return () -> {
            var sieve = new EventSieve(secrets);
            events.forEach(event -> sieve.feed(event, safe -> {}));
          };
        });
  }

  @Test
  void aKeyIsHiddenInALongText() {
    Secrets secrets = Secrets.of(List.of(KEY));
    Growth.check(
        "a text",
        LEAST,
        n -> {
          String text = ("aaaaaaaab-can " + KEY).repeat(n);
          return () -> assertThat(secrets.hide(text)).doesNotContain(KEY);
        });
  }
}
