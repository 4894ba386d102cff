package dev.weir.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecurityHeadersTest {
  private static List<String> allowed(String asked) {
    return List.of(SecurityHeaders.allowed(asked).split(", ", -1));
  }

  @Test
  void aPageMaySendWhatTheProvidersOwnClientsSend() {
    assertThat(
            allowed(
                "authorization,content-type, X-Stainless-Lang,x-stainless-retry-count,anthropic-beta,x-goog-api-key,openai-organization"))
        .contains(
            "authorization",
            "content-type",
            "x-stainless-lang",
            "x-stainless-retry-count",
            "anthropic-beta",
            "x-goog-api-key",
            "x-api-key",
            "openai-organization");
  }

  @Test
  void nothingElseThatItAsksForIsAllowed() {
    assertThat(allowed("cookie,x-forwarded-for,x-stainless-\r\nevil: 1"))
        .doesNotContain("cookie", "x-forwarded-for")
        .noneMatch(name -> name.contains("\n"));
  }
}
