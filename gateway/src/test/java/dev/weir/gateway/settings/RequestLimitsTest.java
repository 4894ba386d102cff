package dev.weir.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestLimitsTest {
  private final RequestLimits limits =
      new RequestLimits(Duration.ofSeconds(10), 1, 1, 1, /* maxConnections= */ 10, 3);

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 10, 3, true",
    "192.0.2.1, 4, 4, false",
    "192.0.2.1, 11, 1, false",
    "127.0.0.1, 10, 10, true",
    "::1, 10, 10, true",
    "127.0.0.1, 11, 11, false",
    "2001:db8::1, 4, 4, false",
  })
  void oneAddressHoldsOnlyItsShareUnlessItIsThisMachine(
      String address, int all, int own, boolean admitted) {
    assertThat(limits.admits(address, all, own)).isEqualTo(admitted);
  }
}
