import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks a folder of deployed artifacts with the rules of Maven Central, and with a few of ours:
 * every jar has the license in it, classes run on Java 21, and the BOM lists what is there.
 *
 * <pre>java build/CentralRules.java FOLDER VERSION</pre>
 */
final class CentralRules {
  private static final int JAVA_21 = 65;
  private static final List<String> OF_POMS =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private final Path group;
  private final String version;
  private final List<String> breaches = new ArrayList<>();
  private final Map<String, Element> poms = new TreeMap<>();

  private CentralRules(Path folder, String version) {
    this.group = folder.resolve("dev").resolve("weir");
    this.version = version;
  }

  public static void main(String[] arguments) throws Exception {
    var rules = checked(Path.of(arguments[0]), arguments[1]);
    rules.breaches.forEach(breach -> System.err.println("release: " + breach));
    if (!rules.breaches.isEmpty()) {
      System.exit(1);
    }
    System.out.printf(
        "release: %d artifacts of %s keep the rules of Maven Central%s%n",
        rules.poms.size(),
        rules.version,
        rules.isSigned() ? "" : ", except that nothing is signed: add -P sign");
  }

  /** What is wrong with a folder; a test calls this. */
  static List<String> breaches(Path folder, String version) throws Exception {
    return checked(folder, version).breaches;
  }

  private static CentralRules checked(Path folder, String version) throws Exception {
    var rules = new CentralRules(folder, version);
    rules.check();
    return rules;
  }

  private void check() throws Exception {
    if (version.endsWith("-SNAPSHOT")) {
      breaches.add("a snapshot cannot be released: " + version);
    }
    try (Stream<Path> artifacts = Files.list(group)) {
      for (Path artifact : artifacts.filter(Files::isDirectory).sorted().toList()) {
        String name = artifact.getFileName().toString();
        Path pom = artifact.resolve(version).resolve(name + "-" + version + ".pom");
        if (Files.exists(pom)) {
          poms.put(name, read(pom));
        } else {
          breaches.add(name + " has no POM of version " + version);
        }
      }
    }
    for (Map.Entry<String, Element> artifact : poms.entrySet()) {
      checkPom(artifact.getKey(), artifact.getValue());
      checkFiles(artifact.getKey(), text(artifact.getValue(), "packaging"));
    }
    checkBom();
  }

  private static Element read(Path pom) throws Exception {
    try (InputStream in = Files.newInputStream(pom)) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(in)
          .getDocumentElement();
    }
  }

  private void checkPom(String name, Element pom) {
    for (String path : OF_POMS) {
      // A name is not inherited; everything else is.
      Element parent = poms.get(text(pom, "parent/artifactId"));
      boolean isThere =
          !text(pom, path).isEmpty()
              || (parent != null && !path.equals("name") && !text(parent, path).isEmpty());
      if (!isThere) {
        breaches.add("%s: its POM has no %s".formatted(name, path));
      }
    }
    if (!text(pom, "repositories/repository/url").isEmpty()) {
      breaches.add(name + ": its POM names repositories of its own");
    }
    for (Element dependency : all(pom, "dependencies", "dependency")) {
      String scope = text(dependency, "scope");
      String artifact = text(dependency, "artifactId");
      boolean isOurs = text(dependency, "groupId").equals("dev.weir");
      if (isOurs && !scope.equals("test") && !poms.containsKey(artifact)) {
        breaches.add("%s needs %s, which is not published".formatted(name, artifact));
      }
      if (scope.equals("system") || text(dependency, "version").matches(".*(SNAPSHOT|[\\[(,]).*")) {
        breaches.add("%s needs %s in a way that nobody can resolve".formatted(name, artifact));
      }
    }
  }

  private void checkFiles(String name, String packaging) throws Exception {
    Path folder = group.resolve(name).resolve(version);
    String stem = name + "-" + version;
    if (!packaging.equals("pom")) {
      checkJar(folder.resolve(stem + ".jar"), ".class");
      checkJar(folder.resolve(stem + "-sources.jar"), ".java");
      checkJar(folder.resolve(stem + "-javadoc.jar"), "index.html");
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(jar|pom|asc)")).toList()) {
        checkSum(file, "MD5", ".md5");
        checkSum(file, "SHA-1", ".sha1");
        boolean isBare = !file.toString().endsWith(".asc") && !Files.exists(beside(file, ".asc"));
        if (isSigned() && isBare) {
          breaches.add(file.getFileName() + " is not signed");
        }
      }
    }
  }

  private void checkJar(Path jar, String holds) throws IOException {
    if (!Files.exists(jar)) {
      breaches.add(jar.getFileName() + " is missing");
      return;
    }
    boolean hasContent = false;
    try (var file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        hasContent |= entry.getName().endsWith(holds);
        if (holds.equals(".class") && entry.getName().endsWith(".class")) {
          byte[] head = file.getInputStream(entry).readNBytes(8);
          int major = (head[6] & 0xff) << 8 | head[7] & 0xff;
          if (major > JAVA_21) {
            breaches.add("%s: %s needs more than Java 21".formatted(jar.getFileName(), entry));
          }
        }
      }
      boolean needsLicense = !holds.equals("index.html");
      if (needsLicense && file.getEntry("META-INF/LICENSE") == null) {
        breaches.add(jar.getFileName() + " has no META-INF/LICENSE");
      }
    }
    if (!hasContent) {
      breaches.add("%s holds no %s".formatted(jar.getFileName(), holds));
    }
  }

  private void checkSum(Path file, String algorithm, String suffix)
      throws IOException, GeneralSecurityException {
    Path sum = beside(file, suffix);
    byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
    if (!Files.exists(sum)
        || !Files.readString(sum).strip().equals(HexFormat.of().formatHex(digest))) {
      breaches.add("%s has no right %s".formatted(file.getFileName(), suffix));
    }
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private boolean isSigned() {
    return Files.exists(
        group.resolve("weir-bom").resolve(version).resolve("weir-bom-" + version + ".pom.asc"));
  }

  private void checkBom() {
    Element bom = poms.get("weir-bom");
    Set<String> listed = new TreeSet<>();
    if (bom != null) {
      for (Element dependency : all(bom, "dependencyManagement", "dependencies", "dependency")) {
        listed.add(text(dependency, "artifactId"));
      }
    }
    Set<String> published = new TreeSet<>(poms.keySet());
    published.removeIf(name -> text(poms.get(name), "packaging").equals("pom"));
    if (!listed.equals(published)) {
      breaches.add("weir-bom lists %s; published are %s".formatted(listed, published));
    }
  }

  /** The text at a path of elements below another; empty if there is none. */
  private static String text(Element from, String path) {
    List<Element> found = all(from, path.split("/"));
    return found.isEmpty() ? "" : found.getFirst().getTextContent().strip();
  }

  private static List<Element> all(Element from, String... path) {
    List<Element> found = List.of(from);
    for (String name : path) {
      List<Element> next = new ArrayList<>();
      for (Element element : found) {
        for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
          if (n instanceof Element child && child.getTagName().equals(name)) {
            next.add(child);
          }
        }
      }
      found = next;
    }
    return found;
  }
}
