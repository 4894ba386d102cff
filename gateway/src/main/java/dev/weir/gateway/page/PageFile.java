package dev.weir.gateway.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/** One file as it is served. */
public final class PageFile {

  private static final int ETAG_DIGITS = 24;

  private final byte[] bytes;
  private final String contentType;
  private final String etag;
  private final String policy;
  private final boolean isFixed;
  private final byte[] zipped;

  PageFile(byte[] bytes, String contentType, String policy, boolean isFixed) {
    this.bytes = bytes;
    this.zipped = zip(bytes);
    this.isFixed = isFixed;
    this.contentType = contentType;
    this.etag = '"' + sha256(bytes).substring(0, ETAG_DIGITS) + '"';
    this.policy = policy;
  }

  /** The whole body, not a copy of it: to be sent, never changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** The same in gzip, for clients that accept it; not to be changed either. */
  public byte[] zipped() {
    return zipped;
  }

  /** Whether there will never be anything else at its path, so that it can be cached for good. */
  public boolean isFixed() {
    return isFixed;
  }

  private static byte[] zip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
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
