package dev.weir.cli.config;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.OnLoss;
import dev.weir.event.Prices;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.sim.yaml.YamlFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the gateway runs, as {@code weir.yaml} says under {@code gateway}: what is absent there has
 * its default here.
 *
 * @param log where streams are kept
 * @param drain how long live streams may go on when the gateway is told to stop; absent for as long
 *     as is usual
 * @param records whether the providers' bytes are kept
 * @param hosts further names under which the gateway may be asked
 * @param origins other origins whose pages may use it
 * @param models which models each provider is known to have
 * @param prices of models, by name
 */
public record GatewayConfig(
    Address address,
    LogConfig log,
    @Nullable Duration drain,
    boolean records,
    Keys keys,
    Set<String> hosts,
    Set<String> origins,
    StreamLimits streamLimits,
    RequestLimits requestLimits,
    DoorOptions doors,
    Map<String, List<String>> models,
    Map<String, Prices> prices) {
  private static final int DEFAULT_PORT = 8080;
  private static final int MAX_PORT = 65_535;

  /** The most that is read of one request. */
  private static final int MAX_BODY_MEGABYTES = 64;

  private static final Pattern HOST =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
  private static final Pattern ORIGIN =
      Pattern.compile("https?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");

  private static final Pattern PRICES =
      Pattern.compile("\\d{1,6}(?:\\.\\d{1,6})?(?: +\\d{1,6}(?:\\.\\d{1,6})?){1,2}");
  private static final Pattern MODEL = Pattern.compile("[^\\p{Cntrl}\"]{1,100}");

  static GatewayConfig read(YamlFields fields) {
    Keys keys = keys(fields.fields("keys"));
    // Those who run it for themselves see their own words again; others must be asked first.
    boolean records = flag(fields, "recordings", keys.isEmpty());
    var config =
        new GatewayConfig(
            address(fields),
            LogConfig.read(fields),
            drain(fields),
            records,
            keys,
            Set.copyOf(
                texts(fields, "hosts", HOST, "names like weir.example or weir.example:8443")),
            Set.copyOf(
                texts(
                    fields,
                    "origins",
                    ORIGIN,
                    "origins like https://app.example; there is no wildcard")),
            streamLimits(fields, keys),
            requestLimits(fields),
            new DoorOptions(
                duration(fields, "grace-seconds", 1, DoorOptions.DEFAULT_GRACE),
                word(fields, "on-loss", List.of(OnLoss.CAREFUL, OnLoss.DROP, OnLoss.REFUSE))),
            models(fields.fields("models")),
            prices(fields.fields("prices")));
    fields.nothingElse();
    return config;
  }

  private static Address address(YamlFields fields) {
    String certificate = file(fields, "certificate");
    String privateKey = file(fields, "private-key");
    if ((certificate == null) != (privateKey == null)) {
      String given = certificate == null ? "private-key" : "certificate";
      throw fields.refused(
          given,
          "TLS needs both; also give " + (certificate == null ? "certificate" : "private-key"));
    }
    String host = fields.text("bind");
    return new Address(
        host == null ? "127.0.0.1" : host,
        fields.whole("port", DEFAULT_PORT, MAX_PORT),
        certificate,
        privateKey);
  }

  private static StreamLimits streamLimits(YamlFields fields, Keys keys) {
    StreamLimits usual = StreamLimits.DEFAULT;
    int maxLive = fields.whole("max-live", usual.maxLive(), Integer.MAX_VALUE);
    // If there are several owners, none can take what belongs to all.
    int share = keys.isEmpty() ? maxLive : Math.max(1, maxLive / 4);
    return new StreamLimits(
        fields.whole("max-stream-events", (int) usual.maxEvents(), Integer.MAX_VALUE),
        megabytes(fields, "max-stream-megabytes", usual.maxBytes(), Integer.MAX_VALUE),
        maxLive,
        fields.whole("max-live-per-owner", share, Integer.MAX_VALUE),
        megabytes(
            fields, "max-kept-megabytes-per-owner", usual.maxKeptPerOwner(), Integer.MAX_VALUE),
        duration(fields, "retention-hours", 3600, usual.retention()));
  }

  private static RequestLimits requestLimits(YamlFields fields) {
    RequestLimits usual = RequestLimits.DEFAULT;
    return new RequestLimits(
        usual.headerTime(),
        (int) megabytes(fields, "max-body-megabytes", usual.maxBodyBytes(), MAX_BODY_MEGABYTES),
        megabytes(fields, "max-bodies-megabytes", usual.maxBodiesBytes(), Integer.MAX_VALUE),
        usual.minBodyBytesPerSecond(),
        fields.whole("max-connections", usual.maxConnections(), Integer.MAX_VALUE),
        fields.whole(
            "max-connections-per-address", usual.maxConnectionsPerAddress(), Integer.MAX_VALUE));
  }

  /** One of some words, of which the first is the default. */
  private static <E extends Enum<E>> E word(YamlFields fields, String name, List<E> values) {
    String word = fields.text(name);
    if (word == null) {
      return values.getFirst();
    }
    for (E value : values) {
      if (value.name().toLowerCase(Locale.ROOT).equals(word)) {
        return value;
      }
    }
    String words =
        values.stream()
            .map(value -> value.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw fields.refused(
        name,
        "\"%s\" is not known; expected %s"
            .formatted(word, words.replaceFirst(", (?=[^,]*$)", " or ")));
  }

  private static Duration duration(YamlFields fields, String name, double unit, Duration usual) {
    Double number = fields.number(name);
    return number == null ? usual : Duration.ofMillis(Math.round(number * unit * 1e3));
  }

  private static @Nullable Duration drain(YamlFields fields) {
    Double seconds = fields.number("drain-seconds");
    return seconds == null ? null : Duration.ofMillis(Math.round(seconds * 1e3));
  }

  private static long megabytes(YamlFields fields, String name, long usual, int most) {
    int megabytes = fields.whole(name, 0, most);
    return megabytes == 0 ? usual : (long) megabytes << 20;
  }

  private static @Nullable String file(YamlFields fields, String name) {
    String file = fields.text(name);
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw fields.refused(name, "%s cannot be read".formatted(file));
    }
    return file;
  }

  private static boolean flag(YamlFields fields, String name, boolean usual) {
    Json value = fields.json(name);
    if (value.isNull()) {
      return usual;
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

  private static Map<String, Prices> prices(YamlFields fields) {
    Map<String, Prices> prices = new LinkedHashMap<>();
    for (String model : fields.names()) {
      String text = fields.text(model);
      if (text == null || !PRICES.matcher(text).matches()) {
        throw fields.refused(
            model,
            "expected what a million tokens cost, like \"3 15\": input, output, and then cached input if that costs less");
      }
      String[] numbers = text.strip().split(" +", -1);
      Prices price = Prices.perMillion(numbers[0], numbers[1]);
      prices.put(model, numbers.length == 3 ? price.withCachedInput(numbers[2]) : price);
    }
    return prices;
  }

  private static Keys keys(YamlFields fields) {
    Map<String, String> hashes = new LinkedHashMap<>();
    Keys keys = Keys.NONE;
    for (String owner : fields.names()) {
      String hash = fields.text(owner);
      hashes.put(owner, hash == null ? "" : hash);
      try {
        keys = Keys.of(hashes);
      } catch (IllegalArgumentException wrong) {
        throw fields.refused(owner, String.valueOf(wrong.getMessage()));
      }
    }
    return keys;
  }
}
