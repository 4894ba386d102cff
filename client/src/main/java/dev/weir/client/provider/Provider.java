package dev.weir.client.provider;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Style;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A service that can be asked over HTTP. Its text form shows no key.
 *
 * @param baseUrl the address that all paths of the dialect follow
 * @param headers sent with every request besides those of the dialect
 * @param options fields of the provider's own for every request; those of a request win
 * @param defaultModel the model to ask if a request names none
 */
public record Provider(
    String name,
    Dialect dialect,
    URI baseUrl,
    @Nullable Secret key,
    KeyPlace keyPlace,
    Map<String, String> headers,
    Map<String, Json> options,
    @Nullable String defaultModel,
    Style style,
    @Nullable RequestSigner signer) {

  public Provider {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    String scheme = baseUrl.getScheme();
    boolean isHttp = "https".equals(scheme) || "http".equals(scheme);
    if (!isHttp || baseUrl.getHost() == null) {
      throw new IllegalArgumentException(
          "The base URL of %s is \"%s\"; expected https://HOST or http://HOST"
              .formatted(name, baseUrl));
    }
    if (baseUrl.getUserInfo() != null || baseUrl.getRawQuery() != null) {
      throw new IllegalArgumentException(
          "The base URL of %s holds a user or a query; keys belong in a variable".formatted(name));
    }
    boolean sendsSecrets = key != null || signer != null;
    if ("http".equals(scheme) && sendsSecrets && !isLoopback(baseUrl.getHost())) {
      throw new IllegalArgumentException(
          "The key of %s would go unencrypted to %s; use https, or omit the key"
              .formatted(name, baseUrl.getHost()));
    }
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("[::1]")
        || (host.startsWith("127.")
            && host.chars().allMatch(c -> c == '.' || Character.isDigit(c)));
  }

  public static Builder builder(String name, Dialect dialect, String baseUrl) {
    return new Builder(name, dialect, URI.create(baseUrl));
  }

  /** The address of one of the dialect's paths. */
  public URI url(String path) {
    String base = baseUrl.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  /** The headers that show who asks; none if a signer does that. */
  public Map<String, String> keyHeaders() {
    Secret known = key;
    return known == null ? Map.of() : keyPlace.headers(known);
  }

  /** What must not be written down anywhere. */
  public List<Secret> secrets() {
    List<Secret> all = new ArrayList<>();
    if (key != null) {
      all.add(key);
    }
    if (signer != null) {
      all.addAll(signer.secrets());
    }
    return all;
  }

  /** The text without any of the provider's secrets. */
  public String hideSecretsIn(String text) {
    String hidden = text;
    for (Secret secret : secrets()) {
      hidden = secret.hideIn(hidden);
    }
    return hidden;
  }

  @Override
  public String toString() {
    return "%s (%s at %s)".formatted(name, dialect.word(), baseUrl);
  }

  /** Builds a provider. */
  public static final class Builder {
    private final String name;
    private final Dialect dialect;
    private final URI baseUrl;
    private @Nullable Secret key;
    private KeyPlace keyPlace = KeyPlace.BEARER;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, Json> options = new LinkedHashMap<>();
    private @Nullable String defaultModel;
    private Style style = Style.DEFAULT;
    private @Nullable RequestSigner signer;

    private Builder(String name, Dialect dialect, URI baseUrl) {
      this.name = name;
      this.dialect = dialect;
      this.baseUrl = baseUrl;
    }

    public Builder key(@Nullable Secret secret) {
      key = secret;
      return this;
    }

    public Builder keyPlace(KeyPlace place) {
      keyPlace = place;
      return this;
    }

    public Builder header(String header, String value) {
      headers.put(header, value);
      return this;
    }

    public Builder option(String field, Json value) {
      options.put(field, value);
      return this;
    }

    public Builder defaultModel(@Nullable String model) {
      defaultModel = model;
      return this;
    }

    public Builder style(Style wanted) {
      style = wanted;
      return this;
    }

    public Builder signer(@Nullable RequestSigner wanted) {
      signer = wanted;
      return this;
    }

    public Provider build() {
      return new Provider(
          name, dialect, baseUrl, key, keyPlace, headers, options, defaultModel, style, signer);
    }
  }
}
