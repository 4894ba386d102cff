package dev.weir.sim.request;

import java.util.HexFormat;

/** A short name for a request, the same for the same bytes. */
public final class RequestKey {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private RequestKey() {}

  /** A key that is the same for the same body. */
  public static String of(byte[] body) {
    long hash = FNV_START;
    for (byte b : body) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return HexFormat.of().toHexDigits(hash);
  }
}
