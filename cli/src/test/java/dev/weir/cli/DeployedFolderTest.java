package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code mvn deploy} into a folder, checked with the rules of Maven Central: the parent, the BOM, a
 * module that is published and one that is not, with the POMs that they have. {@code
 * build/release.sh} does the same with all modules.
 */
class DeployedFolderTest {
  private static final Path ROOT = Path.of("..");
  private static final String VERSION = "0.0.1";

  /** For a JVM that is done before its second compiler pays. */
  private static final String SHORT = "-XX:TieredStopAtLevel=1";

  private static @TempDir Path once;
  private static Method breaches;

  private @TempDir Path folder;

  @BeforeAll
  static void deploy() throws Exception {
    Path source = copyOfTheProject(once.resolve("source"));
    List<String> maven = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q", "-P", "release,image"));
    String repository = System.getProperty("localRepository");
    if (repository != null) {
      maven.add("-Dmaven.repo.local=" + repository);
    }
    maven.addAll(
        List.of(
            "-Dmaven.test.skip=true",
            "-Dmaven.install.skip=true",
            "-Dexec.skip=true",
            "-DadditionalJOption=-J" + SHORT,
            "-DaltDeploymentRepository=here::" + once.resolve("deployed").toUri(),
            "deploy"));
    Path said = once.resolve("said");
    var process =
        new ProcessBuilder(maven)
            .directory(source.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    process.environment().put("MAVEN_OPTS", SHORT);
    int code = process.start().waitFor();
    String words = Files.readString(said);
    assumeFalse(
        words.contains("Could not transfer") || words.contains("in offline mode"),
        "Plugins of a release are not in the local repository, and there is no network: " + words);
    assertThat(code).as(words).isZero();
    breaches = rules(once.resolve("rules"));
  }

  /** With few modules, a BOM of these, and a version that can be released. */
  private static Path copyOfTheProject(Path source) throws IOException {
    for (String part :
        List.of(
            "pom.xml",
            "LICENSE",
            "build/ModularJar.java",
            "bom/pom.xml",
            "event/pom.xml",
            "event/src/main",
            "testkit/pom.xml")) {
      copy(ROOT.resolve(part), source.resolve(part));
    }
    edit(
        source.resolve("pom.xml"),
        pom ->
            pom.replaceFirst(
                "(?s)<modules>.*?</modules>",
                "<modules><module>bom</module><module>event</module><module>testkit</module></modules>"));
    edit(
        source.resolve("bom/pom.xml"),
        bom -> bom.replaceAll("<dependency>.*<artifactId>weir-(?!event<).*\\R", ""));
    for (String pom : List.of("pom.xml", "bom/pom.xml", "event/pom.xml", "testkit/pom.xml")) {
      edit(
          source.resolve(pom),
          text -> text.replaceAll("<version>[^<]*-SNAPSHOT<", "<version>" + VERSION + "<"));
    }
    return source;
  }

  /** Those of {@code build/CentralRules.java}, which is a program. */
  private static Method rules(Path classes) throws Exception {
    String program = ROOT.resolve("build/CentralRules.java").toString();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), program);
    assertThat(code).isZero();
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Method method =
          loader.loadClass("CentralRules").getDeclaredMethod("breaches", Path.class, String.class);
      method.setAccessible(true);
      return method;
    }
  }

  @BeforeEach
  void takeACopy() throws IOException {
    copy(once.resolve("deployed"), folder);
  }

  @Test
  void whatIsDeployedKeepsEveryRule() throws Exception {
    assertThat(breaches()).isEmpty();
    try (Stream<Path> artifacts = Files.list(folder.resolve("dev/weir"))) {
      assertThat(artifacts.map(artifact -> artifact.getFileName().toString()))
          .containsExactlyInAnyOrder("weir-parent", "weir-bom", "weir-event");
    }
  }

  /** Otherwise it would be that of the {@code jar} tool of whichever JDK runs Maven. */
  @Test
  void theDescriptorOfAModuleIsThatOfTheCompiler() throws Exception {
    byte[] compiled =
        Files.readAllBytes(once.resolve("source/event/target/classes/module-info.class"));
    try (FileSystem jar = FileSystems.newFileSystem(event(".jar"))) {
      assertThat(Files.readAllBytes(jar.getPath("module-info.class"))).isEqualTo(compiled);
    }
  }

  @Test
  void aProjectNeedsALicenseAndEveryModuleAName() throws Exception {
    change(pom("weir-parent"), text -> text.replaceAll("(?s)<licenses>.*</licenses>", ""));
    change(pom("weir-event"), text -> text.replaceAll("<name>.*</name>", ""));
    assertThat(breaches())
        .containsExactly(
            "weir-event: its POM has no name",
            "weir-event: its POM has no licenses/license/name",
            "weir-event: its POM has no licenses/license/url",
            "weir-parent: its POM has no licenses/license/name",
            "weir-parent: its POM has no licenses/license/url");
  }

  @Test
  void aJarNeedsItsSourcesAndItsJavadoc() throws Exception {
    Files.delete(event("-sources.jar"));
    Files.delete(event("-javadoc.jar"));
    assertThat(breaches())
        .containsExactly(
            "weir-event-0.0.1-sources.jar is missing", "weir-event-0.0.1-javadoc.jar is missing");
  }

  @Test
  void sourcesAndJavadocThatAreEmptyAreNone() throws Exception {
    unpacked(event("-sources.jar"), DeployedFolderTest::deleteWhatIsOurs);
    unpacked(event("-javadoc.jar"), DeployedFolderTest::deleteWhatIsOurs);
    assertThat(breaches())
        .containsExactly(
            "weir-event-0.0.1-sources.jar holds no .java",
            "weir-event-0.0.1-javadoc.jar holds no index.html");
  }

  @Test
  void aJarHasTheLicenseInItAndClassesForJava21() throws Exception {
    unpacked(
        event(".jar"),
        jar -> {
          Files.delete(jar.getPath("META-INF/LICENSE"));
          Path type = jar.getPath("dev/weir/event/Verdict.class");
          byte[] bytes = Files.readAllBytes(type);
          assertThat(bytes[7]).as("the version of Java 21").isEqualTo((byte) 65);
          bytes[7] = 66;
          Files.write(type, bytes);
        });
    assertThat(breaches())
        .containsExactly(
            "weir-event-0.0.1.jar: dev/weir/event/Verdict.class needs more than Java 21",
            "weir-event-0.0.1.jar has no META-INF/LICENSE");
  }

  @Test
  void checksumsAreThoseOfTheFiles() throws Exception {
    Files.writeString(event(".jar.sha1"), "0");
    Files.delete(event(".pom.md5"));
    assertThat(breaches())
        .containsExactlyInAnyOrder(
            "weir-event-0.0.1.jar has no right .sha1", "weir-event-0.0.1.pom has no right .md5");
  }

  @Test
  void aPomNeedsOnlyWhatEverybodyCanHave() throws Exception {
    change(
        pom("weir-event"),
        text ->
            text.replace(
                "</project>",
                """
                <repositories><repository><id>own</id><url>https://weir.dev</url></repository></repositories>
                <dependencies>
                  <dependency><groupId>dev.weir</groupId><artifactId>weir-testkit</artifactId></dependency>
                  <dependency><groupId>a</groupId><artifactId>b</artifactId><version>1-SNAPSHOT</version></dependency>
                </dependencies>
                </project>
                """));
    assertThat(breaches())
        .containsExactly(
            "weir-event: its POM names repositories of its own",
            "weir-event needs weir-testkit, which is not published",
            "weir-event needs b in a way that nobody can resolve");
  }

  @Test
  void theBomListsWhatIsThere() throws Exception {
    change(pom("weir-bom"), text -> text.replace("weir-event", "weir-codec"));
    assertThat(breaches())
        .containsExactly("weir-bom lists [weir-codec]; published are [weir-event]");
  }

  @Test
  void whereOneFileIsSignedAllAre() throws Exception {
    Path signature = Path.of(pom("weir-bom") + ".asc");
    Files.writeString(signature, "signed");
    writeSums(signature);
    assertThat(breaches())
        .containsExactlyInAnyOrder(
            "weir-event-0.0.1.jar is not signed",
            "weir-event-0.0.1.pom is not signed",
            "weir-event-0.0.1-sources.jar is not signed",
            "weir-event-0.0.1-javadoc.jar is not signed",
            "weir-parent-0.0.1.pom is not signed");
  }

  @Test
  void aSnapshotIsNotReleased() throws Exception {
    assertThat(breaches("0.0.2-SNAPSHOT"))
        .first()
        .isEqualTo("a snapshot cannot be released: 0.0.2-SNAPSHOT");
  }

  private List<String> breaches() throws ReflectiveOperationException {
    return breaches(VERSION);
  }

  private List<String> breaches(String version) throws ReflectiveOperationException {
    return ((List<?>) breaches.invoke(null, folder, version))
        .stream().map(String::valueOf).toList();
  }

  private Path pom(String artifact) {
    return folder.resolve(
        "dev/weir/%s/%s/%s-%s.pom".formatted(artifact, VERSION, artifact, VERSION));
  }

  private Path event(String ending) {
    return pom("weir-event").resolveSibling("weir-event-" + VERSION + ending);
  }

  private static void change(Path file, UnaryOperator<String> how) throws Exception {
    edit(file, how);
    writeSums(file);
  }

  private interface Change {
    void make(FileSystem jar) throws IOException;
  }

  private static void unpacked(Path jar, Change change) throws Exception {
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      change.make(files);
    }
    writeSums(jar);
  }

  private static void deleteWhatIsOurs(FileSystem jar) throws IOException {
    try (Stream<Path> files = Files.walk(jar.getPath("/"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith("/META-INF")) {
          Files.delete(file);
        }
      }
    }
  }

  private static void writeSums(Path file) throws IOException, GeneralSecurityException {
    for (String algorithm : List.of("MD5", "SHA-1")) {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
      String ending = "." + algorithm.replace("-", "").toLowerCase(Locale.ROOT);
      Files.writeString(Path.of(file + ending), HexFormat.of().formatHex(digest));
    }
  }

  private static void edit(Path file, UnaryOperator<String> how) throws IOException {
    String before = Files.readString(file);
    String after = how.apply(before);
    assertThat(after).as("a change of " + file.getFileName()).isNotEqualTo(before);
    Files.writeString(file, after);
  }

  /** Copies a file, or a folder with all that is in it. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copied = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copied.getParent());
        Files.copy(file, copied);
      }
    }
  }
}
