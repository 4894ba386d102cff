package dev.weir.cli.config;

import dev.weir.codec.json.Json;
import dev.weir.gateway.security.Keys;
import dev.weir.sim.yaml.YamlFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code weir.yaml} says of the gateway, under {@code gateway}. What is absent has its usual
 * value.
 *
 * @param durability {@code os} or {@code disk}
 * @param keys the SHA-256 of each owner's key
 * @param hosts further names under which the gateway may be asked
 * @param origins other origins whose pages may use it
 * @param models which models each provider is known to have
 * @param graceSeconds how long an answer goes on whose client has left and cannot come back
 * @param onLoss {@code careful}, {@code drop} or {@code refuse}
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
    @Nullable Integer maxBodiesMegabytes,
    @Nullable Integer maxConnections,
    @Nullable Integer maxConnectionsPerAddress,
    Map<String, String> keys,
    List<String> hosts,
    List<String> origins,
    Map<String, List<String>> models,
    @Nullable Double graceSeconds,
    @Nullable String onLoss) {
  private static final int MAX_PORT = 65_535;
  private static final Set<String> ON_LOSS = Set.of("careful", "drop", "refuse");

  /** More is not read of one request. */
  private static final int MAX_BODY_MEGABYTES = 64;

  private static final Pattern HOST =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
  private static final Pattern ORIGIN =
      Pattern.compile("https?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");

  private static final Pattern MODEL = Pattern.compile("[^\\p{Cntrl}\"]{1,100}");

  static GatewayConfig read(YamlFields fields) {
    String durability = fields.text("durability");
    if (durability != null && !durability.equals("os") && !durability.equals("disk")) {
      throw fields.refused(
          "durability", "\"%s\" is none; expected os or disk".formatted(durability));
    }
    String certificate = file(fields, "certificate");
    String privateKey = file(fields, "private-key");
    if ((certificate == null) != (privateKey == null)) {
      String given = certificate == null ? "private-key" : "certificate";
      throw fields.refused(
          given,
          "TLS needs both; say also " + (certificate == null ? "certificate" : "private-key"));
    }
    var config =
        new GatewayConfig(
            whole(fields, "port", MAX_PORT),
            fields.text("bind"),
            folder(fields, "log"),
            durability,
            flag(fields, "recordings"),
            fields.number("retention-hours"),
            certificate,
            privateKey,
            whole(fields, "max-live", Integer.MAX_VALUE),
            whole(fields, "max-live-per-owner", Integer.MAX_VALUE),
            whole(fields, "max-stream-megabytes", Integer.MAX_VALUE),
            whole(fields, "max-body-megabytes", MAX_BODY_MEGABYTES),
            whole(fields, "max-bodies-megabytes", Integer.MAX_VALUE),
            whole(fields, "max-connections", Integer.MAX_VALUE),
            whole(fields, "max-connections-per-address", Integer.MAX_VALUE),
            keys(fields.fields("keys")),
            texts(fields, "hosts", HOST, "names like weir.example or weir.example:8443"),
            texts(
                fields, "origins", ORIGIN, "origins like https://app.example; none stands for all"),
            models(fields.fields("models")),
            fields.number("grace-seconds"),
            onLoss(fields));
    fields.nothingElse();
    return config;
  }

  private static @Nullable String onLoss(YamlFields fields) {
    String word = fields.text("on-loss");
    if (word != null && !ON_LOSS.contains(word)) {
      throw fields.refused(
          "on-loss", "\"%s\" is none; expected careful, drop or refuse".formatted(word));
    }
    return word;
  }

  private static @Nullable Integer whole(YamlFields fields, String name, int most) {
    Double number = fields.number(name);
    if (number == null) {
      return null;
    }
    if (number > most || number != Math.rint(number)) {
      throw fields.refused(name, "expected a whole number from 1 to " + most);
    }
    return number.intValue();
  }

  private static @Nullable String file(YamlFields fields, String name) {
    String file = fields.text(name);
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw fields.refused(name, "%s cannot be read".formatted(file));
    }
    return file;
  }

  private static @Nullable String folder(YamlFields fields, String name) {
    String folder = fields.text(name);
    if (folder != null && folder.contains("://")) {
      throw fields.refused(name, "\"%s\" is not a folder of this machine".formatted(folder));
    }
    return folder;
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

  private static List<String> texts(YamlFields fields, String name, Pattern form, String expected) {
    Json list = fields.json(name);
    List<String> texts = list.items().stream().map(Json::textOrEmpty).toList();
    boolean isList = list.isArray() || list.isNull();
    if (!isList || !texts.stream().allMatch(text -> form.matcher(text).matches())) {
      throw fields.refused(name, "expected a list of " + expected);
    }
    return texts;
  }

  private static Map<String, List<String>> models(YamlFields fields) {
    Map<String, List<String>> models = new LinkedHashMap<>();
    for (String provider : fields.names()) {
      models.put(provider, texts(fields, provider, MODEL, "names of models"));
    }
    return models;
  }

  private static Map<String, String> keys(YamlFields fields) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String owner : fields.names()) {
      String hash = fields.text(owner);
      keys.put(owner, hash == null ? "" : hash);
      try {
        var unused = Keys.of(keys);
      } catch (IllegalArgumentException wrong) {
        throw fields.refused(owner, String.valueOf(wrong.getMessage()));
      }
    }
    return keys;
  }
}
