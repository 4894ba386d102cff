package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names what bytes are if they are not a stream, judged by their beginning. */
public final class KnownThings {
  private static final int TEXT_BYTES = 1 << 12;
  private static final int TAR_MARK_AT = 257;
  private static final int SHOWN_BYTES = 8;
  private static final int MAX_TITLE = 80;
  private static final Pattern TITLE =
      Pattern.compile("<title[^>]{0,200}>([^<]{1,400})<", Pattern.CASE_INSENSITIVE);

  /** A thing and the bytes, as Latin-1, that it begins with. */
  private record Thing(String beginning, String name) {}

  private static final List<Thing> THINGS =
      List.of(
          new Thing("\u0089PNG\r\n", "a PNG image"),
          new Thing("\u00FF\u00D8\u00FF", "a JPEG image"),
          new Thing("GIF8", "a GIF image"),
          new Thing("RIFF", "a RIFF file (WebP, WAV or AVI)"),
          new Thing("%PDF-", "a PDF document"),
          new Thing("PK\u0003\u0004", "a ZIP archive"),
          new Thing("PK\u0005\u0006", "an empty ZIP archive"),
          new Thing("BZh", "bzip2 (try: bunzip2 -c FILE | weir decode -)"),
          new Thing("\u00FD7zXZ\u0000", "xz (try: xz -dc FILE | weir decode -)"),
          new Thing("7z\u00BC\u00AF'\u001C", "a 7-Zip archive"),
          new Thing("\u0004\"M\u0018", "lz4 (try: lz4 -dc FILE | weir decode -)"),
          new Thing("\u007FELF", "a program (ELF)"),
          new Thing("\u00CA\u00FE\u00BA\u00BE", "a Java class"),
          new Thing("\u0000asm", "WebAssembly"),
          new Thing("SQLite format 3\u0000", "an SQLite database"),
          new Thing("\n\r\r\n", "a packet capture (pcapng); follow the TCP stream and save it raw"),
          new Thing("\u00D4\u00C3\u00B2\u00A1", "a packet capture (pcap)"),
          new Thing("\u00A1\u00B2\u00C3\u00D4", "a packet capture (pcap)"),
          new Thing("OggS", "an Ogg sound file"),
          new Thing("ID3", "an MP3 sound file"),
          new Thing("fLaC", "a FLAC sound file"),
          new Thing("\u00FF\u00FE\u0000\u0000", "UTF-32 text (try: iconv -f UTF-32 -t UTF-8)"),
          new Thing("\u0000\u0000\u00FE\u00FF", "UTF-32 text (try: iconv -f UTF-32 -t UTF-8)"));

  private KnownThings() {}

  /** The name of something that is certainly not text; {@code null} if it may be a stream. */
  public static @Nullable String binary(byte[] head) {
    String start = new String(head, 0, Math.min(head.length, TEXT_BYTES), ISO_8859_1);
    for (Thing thing : THINGS) {
      if (start.startsWith(thing.beginning())) {
        return thing.name();
      }
    }
    return start.startsWith("ustar", TAR_MARK_AT) ? "a tar archive" : null;
  }

  /** The name of a text that people save instead of a stream; {@code null} for any other. */
  static @Nullable String text(byte[] head) {
    String start = new String(head, 0, Math.min(head.length, TEXT_BYTES), UTF_8).strip();
    String lower = start.toLowerCase(Locale.ROOT);
    if (lower.startsWith("<!doctype html") || lower.startsWith("<html")) {
      return "an HTML page" + title(start);
    }
    if (lower.startsWith("<?xml") || lower.startsWith("<error>")) {
      return "an XML document";
    }
    return null;
  }

  private static String title(String page) {
    Matcher title = TITLE.matcher(page);
    if (!title.find()) {
      return "";
    }
    String words = title.group(1).strip().replaceAll("\\s+", " ");
    return " («%s»)".formatted(words.substring(0, Math.min(words.length(), MAX_TITLE)));
  }

  /** Whether people would see garbage. */
  static boolean isBinary(byte[] head) {
    int length = Math.min(head.length, TEXT_BYTES);
    for (int i = 0; i < length; i++) {
      byte b = head[i];
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1B) {
        return true;
      }
    }
    return new String(head, 0, length, UTF_8)
        .chars()
        .limit(Math.max(0, length - SHOWN_BYTES))
        .anyMatch(c -> c == '\uFFFD');
  }

  /** The first bytes as numbers. */
  static String numbers(byte[] head) {
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; i < Math.min(head.length, SHOWN_BYTES); i++) {
      numbers.append(i == 0 ? "" : " ").append("%02x".formatted(head[i]));
    }
    return numbers.toString();
  }
}
