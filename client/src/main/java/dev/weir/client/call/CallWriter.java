package dev.weir.client.call;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.request.Rendered;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes HTTP requests to one provider: its address, its headers, its key or signature. */
record CallWriter(Provider provider, Duration connectTimeout) {
  private static final String AGENT = "weir/0.1";

  /** Asks for a response. */
  HttpCall ask(Rendered rendered) {
    return write("POST", rendered.path(), rendered.headers(), rendered.body().toText());
  }

  /** Asks for the rest of a response that the provider keeps. */
  HttpCall fetch(String path, Map<String, String> requestHeaders) {
    return write("GET", path, requestHeaders, /* body= */ "");
  }

  /** Asks for something that its path says. */
  HttpCall command(String path, Map<String, String> requestHeaders) {
    return write("POST", path, requestHeaders, /* body= */ "");
  }

  private HttpCall write(
      String method, String path, Map<String, String> requestHeaders, String body) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!body.isEmpty()) {
      headers.put("Content-Type", "application/json");
    }
    headers.put("Accept", "*/*");
    // What is not compressed cannot grow when it is read.
    headers.put("Accept-Encoding", "identity");
    headers.put("User-Agent", AGENT);
    put(headers, requestHeaders);
    put(headers, provider.keyHeaders());
    var call = new HttpCall(method, provider.url(path), headers, body, connectTimeout);
    if (provider.signer() == null) {
      return call;
    }
    headers.putAll(provider.signer().sign(call));
    return new HttpCall(call.method(), call.url(), headers, call.body(), connectTimeout);
  }

  /** However a name is written, it is one header. */
  private static void put(Map<String, String> headers, Map<String, String> more) {
    more.forEach((name, value) -> {
      headers.keySet().removeIf(name::equalsIgnoreCase);
      headers.put(name, value);
    });
  }
}
