package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PageTest {

  @Test
  void onlyWhatStandsBetweenTheMarksIsReplaced() {
    String page = "# Page\n<!-- begin: written by ./benchmark -->\nold\n<!-- end -->\nmore\n";

    assertThat(Page.replaced(page, "./benchmark", "new\n"))
        .isEqualTo("# Page\n<!-- begin: written by ./benchmark -->\nnew\n<!-- end -->\nmore\n");
  }

  @Test
  void everyCommandHasItsPlace() {
    String page =
        """
        <!-- begin: written by ./benchmark -->
        a
        <!-- end -->
        <!-- begin: written by ./benchmark gateway -->
        b
        <!-- end -->
        """;

    assertThat(Page.replaced(page, "./benchmark gateway", "new\n"))
        .isEqualTo(page.replace("b\n<", "new\n<"));
  }

  @Test
  void aPageWithoutMarksIsLeftAlone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Page.replaced("# Page\n", "./benchmark", "new\n"));
  }
}
