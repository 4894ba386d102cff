package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Splits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretSieveTest {
  private static final String KEY = "sk-canary-sk-0123456789";
  private static final Secrets SECRETS = Secrets.of(List.of(KEY, "0123456789-other", "sk-canary-"));

  @Test
  void aKeyCutAtAnyIndexIsHidden() throws IOException {
    byte[] bytes = ("data: sk-can " + KEY + " sk-sk-" + KEY + "-other\n\n").getBytes(UTF_8);
    String expected =
        "data: sk-can "
            + "*".repeat(KEY.length())
            + " sk-sk-"
            + "*".repeat(KEY.length() + "-other".length())
            + "\n\n";
    for (int cut = 0; cut <= bytes.length; cut++) {
      for (int second = cut; second <= bytes.length; second++) {
        List<byte[]> slices =
            List.of(
                Arrays.copyOf(bytes, cut),
                Arrays.copyOfRange(bytes, cut, second),
                Arrays.copyOfRange(bytes, second, bytes.length));
        assertThat(sieved(slices)).as("cut at %d and %d", cut, second).isEqualTo(expected);
      }
    }
  }

  @Test
  void aKeyInSlicesOfOneByteIsHidden() throws IOException {
    assertThat(sieved(Splits.eachByte(("a" + KEY + "b").getBytes(UTF_8))))
        .isEqualTo("a" + "*".repeat(KEY.length()) + "b");
  }

  @Test
  void aKeyThatTheEndCutsIsHiddenIfItIsWorthSomething() throws IOException {
    for (int length = 1; length < KEY.length(); length++) {
      String beginning = KEY.substring(0, length);
      String safe = length < Secrets.LEAST_LENGTH ? beginning : "*".repeat(length);
      assertThat(sieved(List.of(("x" + beginning).getBytes(UTF_8)))).isEqualTo("x" + safe);
    }
  }

  @Test
  void bytesThatWereHeldKeepTheTimeAtWhichTheyCame() throws IOException {
    var sieve = new SecretSieve(SECRETS);
    List<String> safe = new ArrayList<>();
    SecretSieve.Sink out = (bytes, at) -> safe.add(at + " " + new String(bytes, UTF_8));
    sieve.feed("a task".getBytes(UTF_8), 1, out);
    sieve.feed("-c".getBytes(UTF_8), 2, out);
    sieve.feed("at".getBytes(UTF_8), 3, out);
    sieve.end(out);
    assertThat(safe).containsExactly("1 a ta", "1 sk", "2 -c", "3 at");
  }

  private static String sieved(List<byte[]> slices) throws IOException {
    var sieve = new SecretSieve(SECRETS);
    var safe = new ByteArrayOutputStream();
    for (byte[] slice : slices) {
      sieve.feed(slice, 0, (bytes, at) -> safe.write(bytes));
    }
    sieve.end((bytes, at) -> safe.write(bytes));
    return safe.toString(UTF_8);
  }
}
