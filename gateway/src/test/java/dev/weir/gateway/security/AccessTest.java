package dev.weir.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  private static final Access OPEN =
      new Access(
          Set.of("localhost:8080", "127.0.0.1:8080", "weir.example:443"),
          Set.of("https://app.example"),
          Keys.NONE);

  /** What a request from a browser or a program gets: the code of the refusal, or allowed. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # method, host, origin, site, type, level, decision
          GET,  localhost:8080,  -, -, -, OWNER, allowed
          GET,  LOCALHOST:8080,  -, -, -, OWNER, allowed
          GET,  127.0.0.1:8080,  http://127.0.0.1:8080, same-origin, -, OWNER, allowed
          GET,  127.0.0.1:8080,  -, none, -, OWNER, allowed
          GET,  127.0.0.1:8080,  https://app.example, cross-site, -, OWNER, allowed
          # another name that resolves to us, another port, no name at all
          GET,  evil.example:8080, -, -, -, OWNER, wrong_host
          GET,  localhost:8081,  -, -, -, OWNER, wrong_host
          GET,  localhost,       -, -, -, OWNER, wrong_host
          GET,  -,               -, -, -, OWNER, wrong_host
          GET,  evil.example:8080, -, -, -, PAGE, wrong_host
          GET,  evil.example:8080, -, -, -, PUBLIC, wrong_host
          # pages of other origins
          GET,  localhost:8080,  http://evil.example, cross-site, -, OWNER, foreign_origin
          GET,  localhost:8080,  http://localhost:3000, same-site, -, OWNER, foreign_origin
          GET,  localhost:8080,  null, -, -, OWNER, foreign_origin
          GET,  localhost:8080,  -, cross-site, -, OWNER, foreign_origin
          POST, localhost:8080,  http://127.0.0.1:8080, -, application/json, OWNER, foreign_origin
          # a link from elsewhere may open the page, and nothing else
          GET,  localhost:8080,  -, cross-site, -, PAGE, allowed
          POST, localhost:8080,  -, cross-site, application/json, PAGE, foreign_origin
          # bodies that a form could send
          POST, localhost:8080,  -, -, application/json, OWNER, allowed
          POST, localhost:8080,  -, -, Application/JSON; charset=utf-8, OWNER, allowed
          POST, localhost:8080,  -, -, text/plain, OWNER, json_needed
          POST, localhost:8080,  -, -, -, OWNER, json_needed
          """)
  void onlyOurOwnPageAndProgramsMayAsk(
      String method,
      @Nullable String host,
      @Nullable String origin,
      @Nullable String site,
      @Nullable String type,
      Level level,
      String decision) {
    var asked =
        new AccessRequest(method, host, origin, site, List.of(), type, null, /* isSecure= */ false);
    assertThat(word(OPEN.decide(asked, level))).isEqualTo(decision);
  }

  private static String word(Decision decision) {
    return switch (decision) {
      case Decision.Allowed allowed -> "allowed";
      case Decision.Refused refused -> refused.code();
    };
  }

  @Test
  void aPackedBodyIsRefused() {
    var asked =
        new AccessRequest(
            "POST", "localhost:8080", null, null, List.of(), "application/json", "gzip", false);
    assertThat(word(OPEN.decide(asked, Level.OWNER))).isEqualTo("encoding_refused");
  }

  @Test
  void aKeyIsKnownByItsHashAlone() {
    String key = Keys.newKey();
    var keys = Keys.of(Map.of("alice", Keys.hash(key), "bob", Keys.hash(Keys.newKey())));
    var access = new Access(Set.of("localhost:8080"), Set.of(), keys);

    for (String scheme : new String[] {"Bearer ", "bearer ", "BEARER "}) {
      assertThat(access.decide(showing(scheme + key), Level.OWNER))
          .isEqualTo(new Decision.Allowed("alice", null));
    }
    for (String wrong : new String[] {"Bearer " + key + "x", "Bearer ", "Basic " + key, key}) {
      assertThat(word(access.decide(showing(wrong), Level.OWNER))).isEqualTo("key_needed");
    }
    assertThat(word(access.decide(showing(null), Level.OWNER))).isEqualTo("key_needed");
    assertThat(word(access.decide(showing(null), Level.PUBLIC))).isEqualTo("allowed");
  }

  @Test
  void everyDialectsPlaceForAKeyIsLookedAtAndOneThatIsKnownIsEnough() {
    String key = Keys.newKey();
    var access =
        new Access(Set.of("localhost:8080"), Set.of(), Keys.of(Map.of("alice", Keys.hash(key))));
    for (String header : new String[] {"x-api-key", "x-goog-api-key", "api-key"}) {
      assertThat(access.decide(showing(header, key), Level.OWNER))
          .isEqualTo(new Decision.Allowed("alice", null));
      assertThat(word(access.decide(showing(header, "Bearer " + key), Level.OWNER)))
          .isEqualTo("key_needed");
    }
    List<String> shown =
        ShownKeys.of(name -> name.equals("Authorization") ? "Bearer dummy" : null, key);
    assertThat(shown).containsExactly("dummy", key);
    assertThat(
            access.decide(
                new AccessRequest("GET", "localhost:8080", null, null, shown, null, null, false),
                Level.OWNER))
        .isEqualTo(new Decision.Allowed("alice", null));
  }

  private static AccessRequest showing(@Nullable String authorization) {
    return showing("Authorization", authorization);
  }

  private static AccessRequest showing(String header, @Nullable String value) {
    List<String> keys = ShownKeys.of(name -> name.equals(header) ? value : null, null);
    return new AccessRequest("GET", "localhost:8080", null, null, keys, null, null, false);
  }

  @Test
  void aKeyThatIsGivenInsteadOfItsHashIsNotRepeated() {
    assertThatThrownBy(() -> Keys.of(Map.of("alice", "weir_secret-key")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weir serve --new-key alice")
        .hasMessageNotContaining("secret-key");
  }
}
