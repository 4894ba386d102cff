package dev.weir.cli.provider;

import dev.weir.aws.AwsSigner;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.RequestSigner;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Presets with what the environment has for them: a key, or for Bedrock a signature. */
public final class EnvironmentPresets {
  private EnvironmentPresets() {}

  /**
   * The provider of a preset, to be changed or built, even if it has no key.
   *
   * @param address the base URL to take instead of the preset's
   * @throws IllegalArgumentException if a variable of the base URL is not set
   */
  public static Provider.Builder builder(
      Preset preset, String name, @Nullable String address, Map<String, String> environment) {
    Provider.Builder provider = preset.provider(name, address, environment);
    RequestSigner signer = signer(preset, environment);
    return signer == null ? provider : provider.signer(signer);
  }

  /**
   * The provider of a preset.
   *
   * @throws IllegalArgumentException if its key or address is missing
   */
  public static Provider provider(Preset preset, Map<String, String> environment) {
    return signer(preset, environment) == null
        ? preset.provider(environment)
        : builder(preset, preset.word(), /* address= */ null, environment).build();
  }

  /** The AWS keys are only for where there is no bearer token. */
  private static @Nullable RequestSigner signer(Preset preset, Map<String, String> environment) {
    return preset == Preset.BEDROCK && !preset.hasKey(environment)
        ? AwsSigner.fromEnvironmentIfAny(environment)
        : null;
  }
}
