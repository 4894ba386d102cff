package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.input.KnownThings;
import dev.weir.codec.request.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is asked: words, and the files attached to them. A word {@code @FILE} in a question attaches
 * that file: text inside tags that name it, pictures and PDF as what they are.
 *
 * @param words as they were typed
 */
public record Question(String words, List<Content> contents) {
  private static final String PDF = "a PDF document";
  private static final long MAX_TEXT_BYTES = 4 << 20;
  private static final long MAX_FILE_BYTES = 20 << 20;
  private static final Pattern FILE = Pattern.compile("(?<!\\S)@(?:\"([^\"]+)\"|(\\S+))");
  private static final Pattern LAST_MARK = Pattern.compile("[.,;:!?)\\]]$");

  public Question {
    contents = List.copyOf(contents);
  }

  /** A question of words alone. */
  public static Question of(String words) {
    return new Question(words, List.of(new Content.Text(words)));
  }

  /**
   * Reads the files that a question names. A word after {@code @} that is not a file stays as it
   * is, with a message.
   *
   * @param home what a tilde at the beginning of a path means; absent if that is not known
   * @throws IllegalArgumentException if a file cannot be attached
   */
  public static Question read(String words, @Nullable String home, Consumer<String> say) {
    var text = new StringBuilder();
    var files = new StringBuilder();
    List<Content> others = new ArrayList<>();
    Matcher named = FILE.matcher(words);
    int from = 0;
    while (named.find()) {
      boolean isQuoted = named.group(1) != null;
      String name = isQuoted ? named.group(1) : named.group(2);
      String found = file(name, isQuoted, home);
      if (found == null) {
        say.accept("there is no file %s: @%s is sent as it stands".formatted(name, name));
        continue;
      }
      text.append(words, from, named.start()).append(found);
      from = named.end() - (isQuoted ? 0 : name.length() - found.length());
      add(found, path(found, home), files, others);
    }
    text.append(words.substring(from)).append(files);
    List<Content> contents = new ArrayList<>(others);
    contents.add(new Content.Text(text.toString()));
    return new Question(words, contents);
  }

  /** The name without the punctuation around it; null if there is no such file. */
  private static @Nullable String file(String name, boolean isQuoted, @Nullable String home) {
    String shorter = name;
    while (!shorter.isEmpty()) {
      if (isFile(shorter, home)) {
        return shorter;
      }
      if (isQuoted || !LAST_MARK.matcher(shorter).find()) {
        return null;
      }
      shorter = shorter.substring(0, shorter.length() - 1);
    }
    return null;
  }

  private static boolean isFile(String name, @Nullable String home) {
    try {
      return Files.isRegularFile(path(name, home));
    } catch (InvalidPathException notAName) {
      return false;
    }
  }

  private static Path path(String name, @Nullable String home) {
    return name.startsWith("~/") && home != null ? Path.of(home, name.substring(2)) : Path.of(name);
  }

  private static void add(String name, Path file, StringBuilder files, List<Content> others) {
    byte[] bytes;
    try {
      long size = Files.size(file);
      if (size > MAX_FILE_BYTES) {
        throw tooLarge(name, size, MAX_FILE_BYTES);
      }
      bytes = Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new IllegalArgumentException(
          "Cannot read %s: %s".formatted(name, failed.getMessage()), failed);
    }
    String picture = pictureType(bytes);
    if (picture != null) {
      others.add(Content.image(picture, Base64.getEncoder().encodeToString(bytes)));
      return;
    }
    if (PDF.equals(KnownThings.binary(bytes))) {
      others.add(
          Content.file(
              String.valueOf(file.getFileName()),
              "application/pdf",
              Base64.getEncoder().encodeToString(bytes)));
      return;
    }
    String text = text(bytes);
    if (text == null) {
      String what = KnownThings.binary(bytes);
      throw new IllegalArgumentException(
          "%s is %s, which cannot be attached; text, pictures and PDF can"
              .formatted(name, what == null ? "neither text nor a picture" : what));
    }
    if (bytes.length > MAX_TEXT_BYTES) {
      throw tooLarge(name, bytes.length, MAX_TEXT_BYTES);
    }
    files
        .append("\n\n<file name=\"")
        .append(name.replace("\"", "'"))
        .append("\">\n")
        .append(text)
        .append(text.endsWith("\n") ? "" : "\n")
        .append("</file>");
  }

  private static IllegalArgumentException tooLarge(String name, long size, long most) {
    return new IllegalArgumentException(
        "%s has %,d bytes; at most %,d can be attached".formatted(name, size, most));
  }

  private static @Nullable String pictureType(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(bytes.length, 12), ISO_8859_1);
    if (start.startsWith("\u0089PNG")) {
      return "image/png";
    }
    if (start.startsWith("\u00FF\u00D8\u00FF")) {
      return "image/jpeg";
    }
    if (start.startsWith("GIF8")) {
      return "image/gif";
    }
    return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : null;
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') >= 0 ? null : text;
    } catch (CharacterCodingException notText) {
      return null;
    }
  }
}
