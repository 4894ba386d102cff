package dev.weir.gateway.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A text that can be searched. */
public record Document(String name, String text) {
  private static final List<String> BUILT_IN = List.of("weirs.md", "streams.md", "resume.md");
  private static final long MAX_BYTES = 1 << 20;
  private static final int MAX_DOCUMENTS = 1_000;

  /** Its first heading, else its name. */
  String title() {
    return text.lines()
        .filter(line -> line.startsWith("# "))
        .map(line -> line.substring(2).strip())
        .findFirst()
        .orElse(name);
  }

  /** A few that come with the gateway. */
  public static List<Document> builtIn() {
    List<Document> documents = new ArrayList<>();
    for (String name : BUILT_IN) {
      try (InputStream in = Document.class.getResourceAsStream(name)) {
        if (in != null) {
          documents.add(new Document(name, new String(in.readAllBytes(), UTF_8)));
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return documents;
  }

  /** The Markdown and text files of a folder and those below it; links are not followed. */
  public static List<Document> in(Path folder) throws IOException {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder, 8)) {
      for (Path file : files.sorted().toList()) {
        String name = folder.relativize(file).toString();
        boolean isText = name.endsWith(".md") || name.endsWith(".txt");
        boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        if (isText && isFile && Files.size(file) <= MAX_BYTES && documents.size() < MAX_DOCUMENTS) {
          documents.add(new Document(name, new String(Files.readAllBytes(file), UTF_8)));
        }
      }
    }
    return documents;
  }
}
