package dev.weir.client.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyPlaceTest {
  private static final String KEY = "sk-canary-0123456789";

  @ParameterizedTest
  @EnumSource(KeyPlace.class)
  void aKeyIsInAHeaderAndInNoAddressAndNoText(KeyPlace place) {
    Provider provider =
        Provider.builder("p", Dialects.GEMINI, "https://provider.example/v1")
            .key(Secret.of(KEY))
            .keyPlace(place)
            .build();

    assertThat(provider.keyHeaders().values()).singleElement().asString().endsWith(KEY);
    assertThat(provider.url("/models/m:streamGenerateContent").toString()).doesNotContain(KEY);
    assertThat(provider + " " + provider.key() + " " + provider.secrets()).doesNotContain(KEY);
  }
}
