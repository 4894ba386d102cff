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

/** A service that can be asked over HTTP. Its text form shows no key. */
public final class Provider {
  private final Values values;

  /** Mostly the next request goes to the same place, and streams hold it as long as they last. */
  private volatile URI lastUrl;

  private Provider(Values values) {
    this.values = values;
    this.lastUrl = values.baseUrl;
  }

  private record Values(
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

    Values {
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
            "The base URL of %s holds a user or a query; keys belong in a variable"
                .formatted(name));
      }
      boolean sendsSecrets = key != null || signer != null;
      if ("http".equals(scheme) && sendsSecrets && !isLoopback(baseUrl.getHost())) {
        throw new IllegalArgumentException(
            "The key of %s would go unencrypted to %s; use https, or omit the key"
                .formatted(name, baseUrl.getHost()));
      }
    }
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("[::1]")
        || (host.startsWith("127.")
            && host.chars().allMatch(c -> c == '.' || Character.isDigit(c)));
  }

  /** What people call it. */
  public String name() {
    return values.name;
  }

  /** What it speaks. */
  public Dialect dialect() {
    return values.dialect;
  }

  /** The address that all paths of the dialect follow. */
  public URI baseUrl() {
    return values.baseUrl;
  }

  /** Who asks; absent where the provider does not want to know, or a signer shows it. */
  public @Nullable Secret key() {
    return values.key;
  }

  /** Where a request has the key. */
  public KeyPlace keyPlace() {
    return values.keyPlace;
  }

  /** Sent with every request besides those of the dialect. */
  public Map<String, String> headers() {
    return values.headers;
  }

  /** Fields of the provider's own for every request; those of a request win. */
  public Map<String, Json> options() {
    return values.options;
  }

  /** The model to ask if a request names none. */
  public @Nullable String defaultModel() {
    return values.defaultModel;
  }

  /** How its requests differ from others of its dialect. */
  public Style style() {
    return values.style;
  }

  /** Signs each request, instead of a key. */
  public @Nullable RequestSigner signer() {
    return values.signer;
  }

  /**
   * A builder.
   *
   * @param name what people call it
   * @param baseUrl the address that all paths of the dialect follow
   */
  public static Builder builder(String name, Dialect dialect, String baseUrl) {
    return new Builder(name, dialect, URI.create(baseUrl));
  }

  /** The address of one of the dialect's paths. */
  public URI url(String path) {
    String base = baseUrl().toString();
    String url = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
    URI known = lastUrl;
    if (!known.toString().equals(url)) {
      known = URI.create(url);
      lastUrl = known;
    }
    return known;
  }

  /** The headers that show who asks; none if a signer does that. */
  public Map<String, String> keyHeaders() {
    Secret known = key();
    return known == null ? Map.of() : keyPlace().headers(known);
  }

  /** What must not be written down anywhere. */
  public List<Secret> secrets() {
    List<Secret> all = new ArrayList<>();
    if (values.key != null) {
      all.add(values.key);
    }
    if (values.signer != null) {
      all.addAll(values.signer.secrets());
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
  public boolean equals(@Nullable Object other) {
    return other instanceof Provider provider && provider.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return "%s (%s at %s)".formatted(name(), dialect().word(), baseUrl());
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

    /** Who asks; absent if that is not to be told. */
    public Builder key(@Nullable Secret secret) {
      key = secret;
      return this;
    }

    /** Where a request has the key; {@link KeyPlace#BEARER} unless said otherwise. */
    public Builder keyPlace(KeyPlace place) {
      keyPlace = place;
      return this;
    }

    /** Sends a header with every request. */
    public Builder header(String header, String value) {
      headers.put(header, value);
      return this;
    }

    /** Puts a field of the provider's own into every request. */
    public Builder option(String field, Json value) {
      options.put(field, value);
      return this;
    }

    /** The model to ask if a request names none. */
    public Builder defaultModel(@Nullable String model) {
      defaultModel = model;
      return this;
    }

    /** How its requests differ from others of its dialect. */
    public Builder style(Style wanted) {
      style = wanted;
      return this;
    }

    /** Signs each request, instead of a key. */
    public Builder signer(@Nullable RequestSigner wanted) {
      signer = wanted;
      return this;
    }

    /**
     * The provider.
     *
     * @throws IllegalArgumentException if the address is not one, holds a secret, or would get one
     *     unencrypted
     */
    public Provider build() {
      return new Provider(
          new Values(
              name,
              dialect,
              baseUrl,
              key,
              keyPlace,
              headers,
              options,
              defaultModel,
              style,
              signer));
    }
  }
}
