import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Joins the jars of an image to two: whoever asks for a service makes the JVM open all jars of the
 * class path and read their directories, at every start. One has what every command may need, the
 * other, with two thirds of all classes, what needs a network: commands that only read files start
 * without it ({@code build/launch.sh}, {@code FileCommandsTest}).
 *
 * <pre>java build/JoinJars.java BEGINNINGS WEIR.jar NETWORK.jar JAR…</pre>
 *
 * BEGINNINGS is a file with how the names of jars begin that are for the network only.
 */
final class JoinJars {
  private static final Pattern LICENCE = Pattern.compile("META-INF/[^/]*(LICENSE|NOTICE)[^/]*");
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private JoinJars() {}

  public static void main(String[] arguments) throws IOException {
    var weir = new JoinJars();
    var network = new JoinJars();
    List<String> beginnings = Files.readAllLines(Path.of(arguments[0]));
    for (String name : List.of(arguments).subList(3, arguments.length)) {
      Path jar = Path.of(name);
      String jarName = jar.getFileName().toString();
      (beginnings.stream().anyMatch(jarName::startsWith) ? network : weir).add(jar);
    }
    weir.write(Path.of(arguments[1]));
    network.write(Path.of(arguments[2]));
  }

  private void add(Path file) throws IOException {
    String jarName = file.getFileName().toString().replaceFirst("\\.jar$", "");
    try (var jar = new JarFile(file.toFile(), /* verify= */ false)) {
      for (ZipEntry entry : jar.stream().toList()) {
        String name = entry.getName();
        if (isDropped(name) || (name.startsWith("META-INF/versions/") && !jar.isMultiRelease())) {
          continue;
        }
        byte[] content;
        try (InputStream in = jar.getInputStream(entry)) {
          content = in.readAllBytes();
        }
        if (LICENCE.matcher(name).matches()) {
          entries.put("META-INF/licenses/" + jarName + "/" + name.substring(9), content);
        } else if (isJoined(name)) {
          entries.merge(name, content, JoinJars::joined);
        } else {
          // As on a class path, the first one is found.
          entries.putIfAbsent(name, content);
        }
      }
    }
  }

  /** Modules are not needed on a class path; an index is that of the jar that was. */
  private static boolean isDropped(String name) {
    return name.endsWith("/")
        || name.endsWith("module-info.class")
        || name.equals(JarFile.MANIFEST_NAME)
        || name.equals("META-INF/INDEX.LIST");
  }

  private static boolean isJoined(String name) {
    return name.startsWith("META-INF/services/") || name.endsWith(".versions.properties");
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return (new String(first, UTF_8).stripTrailing() + "\n" + new String(second, UTF_8))
        .getBytes(UTF_8);
  }

  private void write(Path file) throws IOException {
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      // A manifest is found at once only if it comes first.
      put(
          out,
          JarFile.MANIFEST_NAME,
          "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes(UTF_8));
      List<String> names = new ArrayList<>(entries.keySet());
      names.sort(null);
      for (String name : names) {
        put(out, name, entries.get(name));
      }
    }
  }

  private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
