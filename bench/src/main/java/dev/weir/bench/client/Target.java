package dev.weir.bench.client;

import dev.weir.testkit.OwnCertificate;

/**
 * Where the streams come from.
 *
 * @param streams how many are open at the same time
 */
record Target(String url, boolean isHttp2, OwnCertificate certificate, int streams) {

  /** The body of a request for that model. */
  String body(String model) {
    return """
    {"model":"%s","stream":true,"messages":[{"role":"user","content":"How long is the river?"}]}\
    """
        .formatted(model);
  }
}
