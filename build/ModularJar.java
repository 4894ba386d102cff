import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Packs a jar anew if it has a descriptor of a module, so that it is the same whichever JDK runs
 * Maven: the last hand on such a jar is otherwise that JDK's {@code jar} tool, whose versions write
 * descriptors and entries differently. The descriptor is the compiler's.
 *
 * <pre>java build/ModularJar.java JAR CLASSES TIME</pre>
 */
final class ModularJar {
  private static final String DESCRIPTOR = "module-info.class";
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private ModularJar() {}

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path descriptor = Path.of(arguments[1]).resolve(DESCRIPTOR);
    LocalDateTime time =
        OffsetDateTime.parse(arguments[2]).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    if (!Files.exists(jar) || !Files.exists(descriptor)) {
      return;
    }
    Path packed = jar.resolveSibling(jar.getFileName() + ".packed");
    try (var old = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(packed);
        var out = new ZipOutputStream(file)) {
      // A manifest is found at once only if it comes first.
      List<String> names =
          old.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.endsWith("/") && !name.equals(MANIFEST))
              .sorted()
              .toList();
      write(out, MANIFEST, read(old, MANIFEST), time);
      for (String name : names) {
        byte[] content = name.equals(DESCRIPTOR) ? Files.readAllBytes(descriptor) : read(old, name);
        write(out, name, content, time);
      }
    }
    Files.move(packed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] read(ZipFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return in.readAllBytes();
    }
  }

  private static void write(ZipOutputStream out, String name, byte[] content, LocalDateTime time)
      throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(time);
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
