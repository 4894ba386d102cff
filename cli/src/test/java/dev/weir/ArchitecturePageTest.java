package dev.weir;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The picture of modules and packages in {@code docs/architecture.md} is what the classes say.
 * {@code -Dgolden=write} writes it anew.
 */
class ArchitecturePageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/architecture.md");
  private static final String BEGIN = "<!-- from the classes: begin -->\n";
  private static final String END = "<!-- from the classes: end -->";
  private static final Pattern PURPOSE =
      Pattern.compile("/\\*\\*[\\s*]*(.+?\\.)(\\s|\\*/)", Pattern.DOTALL);

  /** For each package the packages that it uses. */
  private final Map<String, Set<String>> uses = new TreeMap<>();

  @Test
  void thePictureShowsTheModulesAndPackagesAsTheyAre() throws IOException {
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.weir")) {
      String from = type.getPackageName();
      if (from.startsWith("dev.weir.interop")) {
        continue; // tests beside what others wrote: whether they are on the path depends on who
        // builds
      }
      Set<String> used = uses.computeIfAbsent(from, p -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if (to.startsWith("dev.weir.") && !to.equals(from)) {
          used.add(to);
        }
      }
    }
    String drawn = BEGIN + picture() + packages() + END;
    String page = Files.readString(PAGE);
    String wanted =
        page.substring(0, page.indexOf(BEGIN))
            + drawn
            + page.substring(page.indexOf(END) + END.length());
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, wanted);
    }
    assertThat(page)
        .as("docs/architecture.md; -Dgolden=write writes it anew, to be read like code")
        .isEqualTo(wanted);
  }

  @Test
  void everyTypeThatThePageNamesExists() throws IOException {
    Set<String> known =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.weir")
                .stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    Matcher named = Pattern.compile("`([A-Z][A-Za-z0-9]+)`").matcher(Files.readString(PAGE));
    while (named.find()) {
      assertThat(known).contains(named.group(1));
    }
  }

  private String picture() {
    Map<String, Set<String>> modules = new TreeMap<>();
    uses.forEach((from, used) -> {
      Set<String> others = modules.computeIfAbsent(module(from), m -> new TreeSet<>());
      used.stream().map(ArchitecturePageTest::module).forEach(others::add);
      others.remove(module(from));
    });
    String arrows =
        modules.entrySet().stream()
            .flatMap(e ->
                e.getValue().stream()
                    .filter(to -> !isImplied(modules, e.getKey(), to))
                    .map(to -> "  %s --> %s\n".formatted(e.getKey(), to)))
            .collect(joining());
    return "\n```mermaid\ngraph BT\n%s```\n".formatted(arrows);
  }

  /** An arrow that follows from two others would only hide them. */
  private static boolean isImplied(Map<String, Set<String>> modules, String from, String to) {
    return modules.get(from).stream()
        .anyMatch(other -> !other.equals(to) && reaches(modules, other, to));
  }

  private static boolean reaches(Map<String, Set<String>> modules, String from, String to) {
    Set<String> next = modules.getOrDefault(from, Set.of());
    return next.contains(to) || next.stream().anyMatch(one -> reaches(modules, one, to));
  }

  private String packages() throws IOException {
    StringBuilder text = new StringBuilder();
    String module = "";
    for (Map.Entry<String, Set<String>> entry : uses.entrySet()) {
      String name = entry.getKey();
      if (!module(name).equals(module)) {
        module = module(name);
        text.append(
            "\n### %s\n\n| package | holds | uses in this module |\n|---|---|---|\n"
                .formatted(module));
      }
      String inside =
          entry.getValue().stream()
              .filter(to -> module(to).equals(module(name)))
              .map(to -> "`%s`".formatted(shortName(to)))
              .collect(joining(", "));
      text.append("| `%s` | %s | %s |\n".formatted(shortName(name), purpose(name), inside));
    }
    return text.append('\n').toString();
  }

  private static String module(String packageName) {
    return packageName.split("\\.", -1)[2];
  }

  private static String shortName(String packageName) {
    return packageName.substring("dev.weir.".length());
  }

  /** The first sentence of what the package says of itself. */
  private static String purpose(String packageName) throws IOException {
    Path info =
        ROOT.resolve(module(packageName))
            .resolve("src/main/java")
            .resolve(packageName.replace('.', '/'))
            .resolve("package-info.java");
    if (!Files.exists(info)) {
      return "made by protoc";
    }
    Matcher sentence = PURPOSE.matcher(Files.readString(info));
    String words = sentence.find() ? sentence.group(1) : "";
    return words.replaceAll("\\s*\\n\\s*\\*?\\s*", " ").replaceAll("\\{@\\w+ ([^}]*)}", "`$1`");
  }
}
