package dev.weir.cli.provider;

import dev.weir.client.provider.Provider;
import dev.weir.log.recording.Secrets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a provider is asked with that nobody else must see: its keys, and headers named like one.
 */
public final class ProviderSecrets {
  private ProviderSecrets() {}

  public static List<String> of(Provider provider) {
    List<String> secrets = new ArrayList<>();
    provider.secrets().forEach(secret -> secrets.add(secret.reveal()));
    provider
        .headers()
        .forEach((name, value) -> {
          if (Secrets.isSecretName(name)) {
            secrets.add(value.substring(value.lastIndexOf(' ') + 1));
          }
        });
    return secrets;
  }
}
