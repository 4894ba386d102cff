package dev.weir.codec.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes seals and opens them: encrypted and authenticated with one key, so that clients can carry
 * what only a provider understands, and can neither change it nor make it up.
 *
 * <p>A seal is a function of what it holds: the frames of a stream are the same bytes for everyone
 * who reads it, at any time. So the nonce is not random but a keyed hash of the content, which
 * makes it differ wherever the content does.
 *
 * <p>It is plain Base64, because some clients insist on that for signatures. Its first letters name
 * its version and are authenticated too.
 */
public final class Seals {
  private static final String MARK = "weirseal";

  /** The mark and the version: twelve letters of Base64, with which every seal begins. */
  private static final byte[] HEAD = Base64.getDecoder().decode(MARK + "0001");

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int MAX_CHARS = 16 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, MAX_CHARS);

  private final SecretKeySpec contentKey;
  private final SecretKeySpec nonceKey;

  /**
   * @param key at least 16 secret bytes; whoever opens a seal needs the same
   */
  public Seals(byte[] key) {
    if (key.length < 16) {
      throw new IllegalArgumentException(
          "A key for seals has 16 bytes or more, saw %,d".formatted(key.length));
    }
    contentKey = new SecretKeySpec(mac(new SecretKeySpec(key, "HmacSHA256"), "content"), "AES");
    nonceKey = new SecretKeySpec(mac(new SecretKeySpec(key, "HmacSHA256"), "nonce"), "HmacSHA256");
  }

  /** Whether a text looks like a seal of any version; only opening tells whether it is one. */
  public static boolean isSeal(String text) {
    return text.startsWith(MARK);
  }

  String seal(SealedBlocks block) {
    byte[] content = deflated(text(block).getBytes(UTF_8));
    byte[] nonce = Arrays.copyOf(mac(nonceKey, content), NONCE_BYTES);
    byte[] hidden = crypt(Cipher.ENCRYPT_MODE, nonce, content, 0, content.length);
    byte[] bytes = Arrays.copyOf(HEAD, HEAD.length + NONCE_BYTES + hidden.length);
    System.arraycopy(nonce, 0, bytes, HEAD.length, NONCE_BYTES);
    System.arraycopy(hidden, 0, bytes, HEAD.length + NONCE_BYTES, hidden.length);
    return Base64.getEncoder().encodeToString(bytes);
  }

  SealedBlocks open(String seal) throws BadSealException {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(seal);
    } catch (IllegalArgumentException notBase64) {
      throw new BadSealException("It is not Base64");
    }
    int head = HEAD.length + NONCE_BYTES;
    if (bytes.length <= head || !Arrays.equals(HEAD, Arrays.copyOf(bytes, HEAD.length))) {
      throw new BadSealException("It is cut short, or of an unknown version");
    }
    byte[] nonce = Arrays.copyOfRange(bytes, HEAD.length, head);
    try {
      return parse(inflated(crypt(Cipher.DECRYPT_MODE, nonce, bytes, head, bytes.length - head)));
    } catch (IllegalStateException changed) {
      throw new BadSealException("It was changed, or made with another key");
    } catch (JsonException | DataFormatException wrong) {
      throw new BadSealException("It cannot be read: " + wrong.getMessage());
    }
  }

  /** A line for the owner, then one for each event. */
  private static String text(SealedBlocks block) {
    var text = new StringBuilder();
    text.append(
        new JsonText()
            .beginObject()
            .field("provider", block.owner().provider())
            .field("model", block.owner().modelName())
            .field("dialect", block.owner().dialect())
            .endObject());
    block.events().forEach(event -> text.append('\n').append(EventJson.write(event)));
    return text.toString();
  }

  private static SealedBlocks parse(String text) {
    List<String> lines = text.lines().toList();
    Json json = READER.read(lines.getFirst());
    var owner =
        new SealOwner(
            json.get("provider").textOrEmpty(),
            json.get("model").textOrEmpty(),
            json.get("dialect").textOrEmpty());
    List<StreamEvent> events = lines.stream().skip(1).map(EventJson::read).toList();
    return new SealedBlocks(owner, events);
  }

  private byte[] crypt(int mode, byte[] nonce, byte[] bytes, int from, int length) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, contentKey, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(HEAD);
      return cipher.doFinal(bytes, from, length);
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static byte[] mac(SecretKeySpec key, String text) {
    return mac(key, text.getBytes(UTF_8));
  }

  private static byte[] mac(SecretKeySpec key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static byte[] deflated(byte[] bytes) {
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, /* nowrap= */ true);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] out = new byte[bytes.length + 64];
      int length = 0;
      while (!deflater.finished()) {
        out = length == out.length ? Arrays.copyOf(out, 2 * length) : out;
        length += deflater.deflate(out, length, out.length - length);
      }
      return Arrays.copyOf(out, length);
    } finally {
      deflater.end();
    }
  }

  private static String inflated(byte[] bytes) throws DataFormatException {
    var inflater = new Inflater(/* nowrap= */ true);
    try {
      inflater.setInput(bytes);
      byte[] out = new byte[4 * bytes.length + 64];
      int length = 0;
      while (!inflater.finished()) {
        out = length == out.length ? Arrays.copyOf(out, 2 * length) : out;
        int count = inflater.inflate(out, length, out.length - length);
        length += count;
        if (length > MAX_CHARS || (count == 0 && inflater.needsInput())) {
          throw new DataFormatException("too long, or cut short");
        }
      }
      return new String(out, 0, length, UTF_8);
    } finally {
      inflater.end();
    }
  }
}
