package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PricesTest {
  private static final Prices PRICES =
      Prices.perMillion("3", "15").withCachedInput("0.30").withCacheWrite("3.75");

  @Test
  void whatIsCachedCostsItsOwnPriceAndTheRestTheFull() {
    var usage = new Usage(1_000_000L, 200_000L, 50_000L, 600_000L, 100_000L);
    // 300,000 × 3 + 600,000 × 0.30 + 100,000 × 3.75 + 200,000 × 15, by the million
    assertThat(usage.cost(PRICES)).contains(new BigDecimal("4.455"));
  }

  @Test
  void withoutPricesForTheCacheAllInputCostsTheSame() {
    var usage = new Usage(10L, 1L, null, 6L, 2L);
    assertThat(usage.cost(Prices.perMillion("3", "15"))).contains(new BigDecimal("0.000045"));
  }

  @Test
  void whatWasNotReportedHasNoCost() {
    assertThat(Usage.NONE.cost(PRICES)).isEmpty();
    assertThat(new Usage(10L, null, null, null, null).cost(PRICES))
        .contains(new BigDecimal("0.00003"));
  }

  @Test
  void whatTwoResponsesTookIsAddedWithoutTheirRawNumbers() {
    var one = new Usage(10L, 5L, 1L, null, null).withRaw("{\"a\":1}");
    var other = new Usage(20L, 5L, null, 4L, null).withRaw("{\"a\":2}");
    assertThat(one.plus(other)).isEqualTo(new Usage(30L, 10L, 1L, 4L, null));
  }
}
