package dev.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import dev.weir.log.file.LogOptions.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every setting of the gateway arrives where it has its effect. */
class ServeSetupTest {
  private static final Map<String, String> WITH_A_PROVIDER = Map.of("ANTHROPIC_API_KEY", "k-1");

  @TempDir private Path folder;

  private GatewayOptions options(String gateway) throws Exception {
    Path file = Files.writeString(folder.resolve("weir.yaml"), gateway);
    try (var setup =
        ServeSetup.of(WITH_A_PROVIDER, file, null, null, List.of(), null, null, null)) {
      return setup.options();
    }
  }

  @Test
  void everySettingHasItsEffect() throws Exception {
    Path pem = Files.createFile(folder.resolve("any.pem"));
    String key = Keys.newKey();
    GatewayOptions options =
        options(
            """
            gateway:
              port: 8099
              bind: 0.0.0.0
              log: %s
              durability: disk
              recordings: true
              retention-hours: 1.5
              keys: {alice: %s}
              hosts: [weir.example]
              origins: ["https://app.example"]
              certificate: %s
              private-key: %s
              max-live: 7
              max-live-per-owner: 3
              max-kept-megabytes-per-owner: 12
              max-stream-megabytes: 9
              max-body-megabytes: 2
              max-bodies-megabytes: 30
              max-connections: 40
              max-connections-per-address: 5
            """
                .formatted(folder, Keys.hash(key), pem, pem));
    assertThat(options.address())
        .isEqualTo(new Address("0.0.0.0", 8099, pem.toString(), pem.toString()));
    assertThat(options.log())
        .isEqualTo(new LogFolder(folder.resolve("log"), LogOptions.DEFAULT.with(Durability.DISK)));
    assertThat(options.recordings()).isEqualTo(folder.resolve("recordings"));
    assertThat(options.keys().isEmpty()).isFalse();
    assertThat(options.hosts()).isEqualTo(Set.of("weir.example"));
    assertThat(options.origins()).isEqualTo(Set.of("https://app.example"));
    assertThat(options.streamLimits())
        .isEqualTo(
            new StreamLimits(
                StreamLimits.DEFAULT.maxEvents(),
                /* maxBytes= */ 9 << 20,
                /* maxLive= */ 7,
                /* maxLivePerOwner= */ 3,
                /* maxKeptPerOwner= */ 12 << 20,
                Duration.ofMinutes(90)));
    RequestLimits usual = RequestLimits.DEFAULT;
    assertThat(options.requestLimits())
        .isEqualTo(
            new RequestLimits(
                usual.headerTime(),
                /* maxBodyBytes= */ 2 << 20,
                /* maxBodiesBytes= */ 30 << 20,
                usual.minBodyBytesPerSecond(),
                /* maxConnections= */ 40,
                /* maxConnectionsPerAddress= */ 5));
    assertThat(options.secrets()).containsExactly("k-1");
  }

  @Test
  void streamsAreKeptBelowTheHomeOfWhoStartsIt() throws Exception {
    Map<String, String> environment = Map.of("ANTHROPIC_API_KEY", "k-1", "HOME", folder + "");
    Path file = Files.writeString(folder.resolve("weir.yaml"), "");
    try (var setup = ServeSetup.of(environment, file, null, null, List.of(), null, null, null)) {
      assertThat(setup.options().log())
          .isEqualTo(
              new LogFolder(
                  folder.resolve(".weir/gateway/log"), LogOptions.DEFAULT.with(Durability.OS)));
    }
  }

  @Test
  void theCommandLineWinsOverTheFile() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("weir.yaml"),
            "gateway: {port: 8099, bind: localhost, log: /a, hosts: [a.example]}\n");
    Path log = folder.resolve("b");
    try (var setup =
        ServeSetup.of(
            WITH_A_PROVIDER,
            file,
            8100,
            "127.0.0.1",
            List.of("weir.example"),
            log.toString(),
            null,
            null)) {
      assertThat(setup.options().address()).isEqualTo(new Address("127.0.0.1", 8100, null, null));
      assertThat(setup.options().log()).hasToString(log.resolve("log").toString());
      assertThat(setup.options().hosts()).containsExactlyInAnyOrder("weir.example", "a.example");
    }
  }

  @Test
  void whatOthersWriteIsRecordedOnlyIfSomebodySaysSo() throws Exception {
    assertThat(options("gateway: {log: %s}\n".formatted(folder)).recordings()).isNotNull();
    String keys = "gateway: {log: %s, keys: {a: %s}}\n".formatted(folder, Keys.hash("k"));
    assertThat(options(keys).recordings()).isNull();
    assertThat(options("gateway: {recordings: false}\n").recordings()).isNull();
  }

  @Test
  void anAddressThatOthersReachNeedsKeys() {
    assertThatThrownBy(() -> options("gateway: {bind: 0.0.0.0}\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weir serve --new-key");
  }

  @Test
  void aFileThatIsWrongIsRefusedWithItsLine() {
    assertThatThrownBy(() -> options("gateway:\n  prot: 1\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("Did you mean port?");
  }

  @Test
  void noOwnerCanHaveAllStreamsUnlessThereIsOneOwnerAlone() throws Exception {
    String keys = "keys: {alice: %s}".formatted(Keys.hash(Keys.newKey()));
    assertThat(options("gateway: {max-live: 100}").streamLimits().maxLivePerOwner()).isEqualTo(100);
    assertThat(
            options("gateway: {max-live: 100, %s}".formatted(keys))
                .streamLimits()
                .maxLivePerOwner())
        .isEqualTo(25);
    assertThat(options("gateway: {%s}".formatted(keys)).streamLimits().maxLivePerOwner())
        .isEqualTo(1_250);
  }
}
