package dev.weir.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.request.OnLoss;
import dev.weir.event.Prices;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.sim.yaml.YamlException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayConfigTest {
  private static final String HASH = "9f86d081".repeat(8);

  @TempDir private Path folder;

  private static GatewayConfig read(String text) {
    return WeirConfig.read("weir.yaml", text, Map.of()).gateway();
  }

  @Test
  void theSettingsInTheDocumentationAreThoseThatThereAre() throws Exception {
    Path certificate = Files.createFile(folder.resolve("chain.pem"));
    Path key = Files.createFile(folder.resolve("key.pem"));
    Path authorities = Files.createFile(folder.resolve("engine-ca.pem"));
    String page = Files.readString(Path.of("../docs/gateway.md"));
    int begin = page.indexOf("```yaml\ngateway:") + "```yaml\n".length();
    String settings =
        page.substring(begin, page.indexOf("```", begin))
            .replace("/etc/weir/chain.pem", certificate.toString())
            .replace("/etc/weir/key.pem", key.toString())
            .replace("/etc/weir/engine-ca.pem", authorities.toString())
            .replaceAll("9f86[0-9a-f]*…", HASH);
    assertThat(read(settings))
        .usingRecursiveComparison()
        .ignoringFields("doors.seals")
        .isEqualTo(
            new GatewayConfig(
                new Address("127.0.0.1", 8080, certificate.toString(), key.toString()),
                new LogConfig("/var/lib/weir", "os", "weir", Duration.ofDays(7), authorities),
                Duration.ofSeconds(20),
                /* records= */ true,
                Keys.of(Map.of("alice", HASH)),
                Set.of("weir.example"),
                Set.of("https://app.example"),
                new StreamLimits(1_000_000, 64 << 20, 5000, 100, 10_000L << 20, Duration.ofDays(7)),
                new RequestLimits(
                    RequestLimits.DEFAULT.headerTime(),
                    20 << 20,
                    128 << 20,
                    RequestLimits.DEFAULT.minBodyBytesPerSecond(),
                    10_000,
                    500),
                new DoorOptions(Duration.ofMillis(500), OnLoss.CAREFUL),
                Map.of("openai", List.of("gpt-5", "gpt-5-mini")),
                Map.of("gpt-5", Prices.perMillion("1.25", "10").withCachedInput("0.125"))));
    assertThatThrownBy(() -> read("gateway: {nonsense: 1}"))
        .satisfies(refused -> {
          String message = String.valueOf(refused.getMessage());
          String names = message.substring(message.indexOf("one of ") + "one of ".length());
          assertThat(settings).contains(names.split(", "));
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: 80801         | expected a whole number from 1 to 65535",
        "port: 80.5          | expected a whole number from 1 to 65535",
        "port: eighty        | expected a number above 0",
        "on-loss: perhaps    | \"perhaps\" is not known; expected careful, drop or refuse",
        "durability: paper   | \"paper\" is not known; expected os, disk, engine or replica",
        "recordings: perhaps | expected true or false",
        "retention-hours: -1 | expected a number above 0",
        "max-body-megabytes: 4000 | expected a whole number from 1 to 64",
        "max-live: 0         | expected a number above 0",
        "max-live-per-owner: 1e99 | expected a whole number from 1 to 2147483647",
        "hosts: weir.example | expected a list of names",
        "hosts: [\"https://weir.example\"] | expected a list of names",
        "origins: [\"*\"]    | there is no wildcard",
        "origins: [app.example] | expected a list of origins like https://app.example",
        "origins: [\"https://app.example/\"] | expected a list of origins",
        "certificate: absent.pem | absent.pem cannot be read",
        "log: nats://here    | A log is a folder, redis://host:port or rediss://host:port; saw nats://",
        "log: redis://u:p@here | put user and password into WEIR_REDIS_USER and WEIR_REDIS_PASSWORD",
        "log-prefix: a b     | expected 1 to 40",
        "log-authorities: /no | /no cannot be read",
        "prot: 80            | unknown field",
        "hosts: &all [*all]  | contains itself",
        "models: &all {openai: *all} | openai: contains itself",
        "keys: {alice: secret} | must be given as its SHA-256",
      })
  void whatCannotBeUsedIsRefusedWithItsLine(String setting, String why) {
    assertThatThrownBy(() -> read("gateway:\n  bind: localhost\n  " + setting + "\n"))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith("weir.yaml line 3: gateway." + setting.split(":", 2)[0])
        .hasMessageContaining(why);
  }

  @Test
  void aFileThatIsNestedWithoutEndIsRefused() {
    assertThatThrownBy(() -> read("gateway: " + "[".repeat(200_000)))
        .isInstanceOf(YamlException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void aKeyThatIsNoHashIsNotRepeated() {
    assertThatThrownBy(() -> read("gateway:\n  keys:\n    alice: my-own-password\n"))
        .hasMessageStartingWith("weir.yaml line 3: gateway.keys.alice")
        .hasMessageContaining("weir serve --new-key alice")
        .hasMessageNotContaining("my-own-password");
  }

  @ParameterizedTest
  @CsvSource({"certificate, private-key", "private-key, certificate"})
  void tlsNeedsTheCertificateAndItsKey(String given, String missing) throws Exception {
    Path file = Files.createFile(folder.resolve("a.pem"));
    assertThatThrownBy(() -> read("gateway:\n  %s: %s\n".formatted(given, file)))
        .hasMessage("weir.yaml line 2: gateway.%s: TLS needs both; also give %s", given, missing);
  }
}
