package dev.weir.cli.config;

import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code weir.yaml} says of the gateway, under {@code gateway}. What is absent has its usual
 * value.
 *
 * @param durability {@code os} or {@code disk}
 * @param keys the SHA-256 of each owner's key
 * @param hosts further names under which the gateway may be asked
 * @param origins other origins whose pages may use it
 */
public record GatewayConfig(
    @Nullable Integer port,
    @Nullable String bind,
    @Nullable String log,
    @Nullable String durability,
    @Nullable Boolean recordings,
    @Nullable Double retentionHours,
    @Nullable String certificate,
    @Nullable String privateKey,
    @Nullable Integer maxLive,
    @Nullable Integer maxLivePerOwner,
    @Nullable Integer maxStreamMegabytes,
    @Nullable Integer maxBodyMegabytes,
    @Nullable Integer maxConnections,
    @Nullable Integer maxConnectionsPerAddress,
    Map<String, String> keys,
    List<String> hosts,
    List<String> origins) {

  static GatewayConfig read(YamlFields fields) {
    String durability = fields.text("durability");
    if (durability != null && !durability.equals("os") && !durability.equals("disk")) {
      throw fields.refused(
          "durability", "\"%s\" is none; expected os or disk".formatted(durability));
    }
    var config =
        new GatewayConfig(
            whole(fields, "port"),
            fields.text("bind"),
            fields.text("log"),
            durability,
            flag(fields, "recordings"),
            fields.number("retention-hours"),
            fields.text("certificate"),
            fields.text("private-key"),
            whole(fields, "max-live"),
            whole(fields, "max-live-per-owner"),
            whole(fields, "max-stream-megabytes"),
            whole(fields, "max-body-megabytes"),
            whole(fields, "max-connections"),
            whole(fields, "max-connections-per-address"),
            keys(fields.fields("keys")),
            texts(fields, "hosts"),
            texts(fields, "origins"));
    fields.nothingElse();
    return config;
  }

  private static @Nullable Integer whole(YamlFields fields, String name) {
    Double number = fields.number(name);
    return number == null ? null : (Integer) (int) Math.round(number);
  }

  private static @Nullable Boolean flag(YamlFields fields, String name) {
    Json value = fields.json(name);
    if (value.isNull()) {
      return null;
    }
    if (!(value instanceof Json.Bool bool)) {
      throw fields.refused(name, "expected true or false");
    }
    return bool.value();
  }

  private static List<String> texts(YamlFields fields, String name) {
    return fields.json(name).items().stream().map(Json::textOrEmpty).toList();
  }

  private static Map<String, String> keys(YamlFields fields) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String owner : fields.names()) {
      String hash = fields.text(owner);
      keys.put(owner, hash == null ? "" : hash);
    }
    return keys;
  }
}
