package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What a release needs of the modules' POMs; {@code build/release.sh} checks the rest. */
class PublishedPomsTest {
  private static final Path ROOT = Path.of("..");
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  @Test
  void everyModuleSaysWhatItIs() throws Exception {
    for (String module : modules()) {
      Document pom = pom(module);
      assertThat(texts(pom, "/project/name")).as("name of " + module).isNotEmpty();
      assertThat(texts(pom, "/project/description")).as("description of " + module).isNotEmpty();
    }
  }

  @Test
  void theBomListsWhatIsPublishedInItsVersion() throws Exception {
    List<String> published = new ArrayList<>();
    for (String module : modules()) {
      Document pom = pom(module);
      boolean isKept = texts(pom, "/project/properties/maven.deploy.skip").contains("true");
      if (!isKept && !module.equals("bom")) {
        published.addAll(texts(pom, "/project/artifactId"));
      }
    }
    Document bom = pom("bom");
    assertThat(texts(bom, "/project/dependencyManagement//artifactId"))
        .as("add a module to bom/pom.xml, or set maven.deploy.skip in its own POM")
        .containsExactlyInAnyOrderElementsOf(published);
    assertThat(texts(bom, "/project/version")).isEqualTo(texts(pom("."), "/project/version"));
  }

  /** Resources of a module replace those of the parent, which put the license into every jar. */
  @Test
  void aModuleWithResourcesOfItsOwnHasTheLicenseAmongThem() throws Exception {
    for (String module : modules()) {
      Document pom = pom(module);
      if (!texts(pom, "/project/build/resources").isEmpty()) {
        assertThat(texts(pom, "//resource[targetPath='META-INF']/includes/include"))
            .as("in META-INF of " + module)
            .contains("LICENSE");
      }
    }
    assertThat(texts(pom("cli"), "/project/build/resources")).isNotEmpty();
  }

  /** What a newcomer copies; {@code build/release.sh} builds it from the released artifacts. */
  @ParameterizedTest
  @ValueSource(strings = {"tools", "spring-chat"})
  void anExampleOfOurVersionNeedsWhatTheBuildGivesIt(String example) throws Exception {
    Document own = pom("examples/" + example);
    Document inBuild = pom("examples/" + example + "/in-build.xml");
    assertThat(texts(own, "//dependencyManagement//dependency[artifactId='weir-bom']/version"))
        .isEqualTo(texts(pom("."), "/project/version"));
    String needed = "/project/dependencies/dependency/artifactId";
    assertThat(texts(own, needed).stream().filter(name -> !name.equals("junit-jupiter")))
        .containsExactlyElementsOf(texts(inBuild, needed));
  }

  @Test
  void theBomSaysOfTheProjectWhatTheParentSays() throws Exception {
    for (String what : List.of("url", "licenses", "developers", "scm")) {
      assertThat(texts(pom("bom"), "/project/" + what))
          .isEqualTo(texts(pom("."), "/project/" + what));
    }
  }

  private static List<String> modules() throws Exception {
    return texts(pom("."), "/project/modules/module");
  }

  private static Document pom(String module) throws Exception {
    Path named = ROOT.resolve(module);
    Path file = Files.isDirectory(named) ? named.resolve("pom.xml") : named;
    try (InputStream in = Files.newInputStream(file)) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }
  }

  private static List<String> texts(Document pom, String path) throws XPathExpressionException {
    NodeList found = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent().strip().replaceAll("\\s+", " "))
        .toList();
  }
}
