package dev.weir.gateway.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys that clients show, of which only hashes are known here.
 *
 * <p>A key has 256 random bits, so a plain hash is enough: there is nothing to guess. All hashes
 * are compared, each in constant time, so that the time reveals nothing.
 */
public final class Keys {
  public static final Keys NONE = new Keys(Map.of());

  private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int KEY_BYTES = 32;

  private final Map<String, byte[]> hashes;

  private Keys(Map<String, byte[]> hashes) {
    this.hashes = hashes;
  }

  /**
   * Keys by owner.
   *
   * @param hashes the SHA-256 of each owner's key, as 64 hexadecimal digits
   * @throws IllegalArgumentException if a name or a hash is not valid
   */
  public static Keys of(Map<String, String> hashes) {
    Map<String, byte[]> parsed = new LinkedHashMap<>();
    hashes.forEach((owner, hash) -> {
      String digits = hash.toLowerCase(Locale.ROOT);
      if (!OWNER.matcher(owner).matches()) {
        throw new IllegalArgumentException(
            "The owner of a key must be 1 to 64 of A–Z a–z 0–9 . _ -, saw \"%s\"".formatted(owner));
      }
      if (!HASH.matcher(digits).matches()) {
        // The value is not repeated: it may be the key itself.
        throw new IllegalArgumentException(
            ("The key of %s must be given as its SHA-256, 64 hexadecimal digits;"
                    + " make one with: weir serve --new-key %s")
                .formatted(owner, owner));
      }
      parsed.put(owner, HexFormat.of().parseHex(digits));
    });
    return new Keys(parsed);
  }

  public boolean isEmpty() {
    return hashes.isEmpty();
  }

  /** The owner of the first of these keys that is known; absent if none is. */
  @Nullable String owner(List<String> keys) {
    String found = null;
    for (String key : keys) {
      found = found == null ? owner(key) : found;
    }
    return found;
  }

  private @Nullable String owner(String key) {
    byte[] shown = sha256(key);
    String found = null;
    for (Map.Entry<String, byte[]> known : hashes.entrySet()) {
      if (MessageDigest.isEqual(known.getValue(), shown)) {
        found = known.getKey();
      }
    }
    return found;
  }

  /** A new key. It is shown once; only its hash is kept. */
  public static String newKey() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return "weir_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  public static String hash(String key) {
    return HexFormat.of().formatHex(sha256(key));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
