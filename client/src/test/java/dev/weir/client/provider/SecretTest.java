package dev.weir.client.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.tool.http.HttpEndpoint;
import dev.weir.client.tool.mcp.McpEndpoint;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.registry.Dialects;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SecretTest {
  private static final String KEY = "canary-of-a-key";

  @Test
  void noTextFormShowsAKey() {
    Map<String, String> headers = Map.of("x-key", KEY);
    var time = Duration.ofSeconds(1);
    List<Object> holders =
        List.of(
            Secret.of(KEY),
            new HttpCall("POST", URI.create("http://h/a?key=" + KEY), headers, KEY, time),
            new HttpEndpoint("GET", "http://h/a?key=" + KEY, headers, time, 10),
            new McpEndpoint(URI.create("http://h/a?key=" + KEY), headers));

    assertThat(holders).allSatisfy(each -> assertThat(each.toString()).doesNotContain(KEY));
    assertThat(Secret.of(KEY)).hasToString("***");
  }

  /** Errors name the server, and what is before its name would be named with it. */
  @Test
  void anAddressWithAPasswordIsRefusedAndNotRepeated() {
    String url = "http://user:" + KEY + "@h/mcp";
    List<ThrowingCallable> ways =
        List.of(
            () -> McpEndpoint.of(url),
            () -> new HttpEndpoint("GET", url, Map.of(), Duration.ofSeconds(1), 10),
            () -> Provider.builder("p", Dialects.OPENAI_CHAT, url).build());

    assertThat(ways)
        .allSatisfy(way ->
            assertThatThrownBy(way)
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain(KEY));
  }
}
