package dev.weir.gateway.page;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One file as it is served. */
public final class PageFile {

  private static final int ETAG_DIGITS = 24;

  private final byte[] bytes;
  private final String contentType;
  private final String etag;
  private final String policy;

  PageFile(byte[] bytes, String contentType, String policy) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.etag = '"' + sha256(bytes).substring(0, ETAG_DIGITS) + '"';
    this.policy = policy;
  }

  /** The whole body, not a copy of it: to be sent, never changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** The value of {@code Content-Type}. */
  public String contentType() {
    return contentType;
  }

  /** The value of {@code ETag}, quotes included. */
  public String etag() {
    return etag;
  }

  /**
   * The value of {@code Content-Security-Policy}; that of the artifacts' frame differs from the
   * page's.
   */
  public String policy() {
    return policy;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
