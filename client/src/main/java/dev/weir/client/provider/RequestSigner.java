package dev.weir.client.provider;

import dev.weir.client.transport.HttpCall;
import java.util.List;
import java.util.Map;

/** Signs requests where a key in a header is not enough. Any thread may call. */
public interface RequestSigner {

  /** The headers to send besides those of the call. */
  Map<String, String> sign(HttpCall call);

  /** What must not be written down. */
  List<Secret> secrets();
}
