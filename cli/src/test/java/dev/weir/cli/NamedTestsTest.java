package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Where the documentation names a test as its proof, that test is there. */
class NamedTestsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
  private static final Pattern THREAT = Pattern.compile("(?m)^\\| (\\d+) \\|(.*)$");

  @Test
  void everyTestThatADocumentNamesIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    List<Path> tests = tests();
    for (Path page : pages()) {
      for (MatchResult named : NAMED.matcher(Files.readString(page)).results().toList()) {
        if (!isThere(tests, named.group(1), named.group(2))) {
          missing.add("%s: %s".formatted(page, named.group()));
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void everyThreatHasANumberAndATest() throws IOException {
    List<MatchResult> threats =
        THREAT.matcher(Files.readString(ROOT.resolve("SECURITY.md"))).results().toList();

    assertThat(threats).hasSizeGreaterThan(20);
    for (int i = 0; i < threats.size(); i++) {
      assertThat(threats.get(i).group(1)).isEqualTo(Integer.toString(i + 1));
      assertThat(threats.get(i).group(2)).containsPattern(NAMED);
    }
  }

  /** Words with which the manual says that something does not happen. */
  private static final Pattern NEGATIVE =
      Pattern.compile(
          "(?i)\\b(?:never(?!\\.md)|nobody|nowhere|neither|in no \\w+|no network|does nothing|not followed)\\b");

  private static final Pattern LISTED =
      Pattern.compile("(?m)^\\| (\\w+) \\| ((?:[^|\\\\]|\\\\\\|)+?) \\|");
  private static final Pattern PROMISE = Pattern.compile("(?m)^\\| \\w+ \\| .*$");

  @Test
  void everySentenceThatSaysNeverIsListedWithItsTest() throws IOException {
    String list = Files.readString(ROOT.resolve("docs/never.md"));
    List<String> unlisted = new ArrayList<>();
    List<MatchResult> listed = LISTED.matcher(list).results().toList();
    for (Map.Entry<String, String> said : said().entrySet()) {
      String name = said.getKey();
      String text = said.getValue();
      List<String> known =
          listed.stream()
              .filter(row -> row.group(1).equals(name))
              .map(row -> flat(row.group(2).replace("\\|", "|")))
              .toList();
      assertThat(known.stream().filter(each -> !text.contains(each)))
          .as("sentences that %s does not have", name)
          .isEmpty();
      for (MatchResult word : NEGATIVE.matcher(text).results().toList()) {
        if (known.stream().noneMatch(each -> covers(text, each, word.start()))) {
          unlisted.add(
              "%s: …%s…"
                  .formatted(
                      name,
                      text.substring(
                          Math.max(0, word.start() - 60),
                          Math.min(text.length(), word.end() + 60))));
        }
      }
    }
    assertThat(listed.stream().map(row -> row.group(1)).filter(w -> !w.equals("where")))
        .as("what the sentences are said to be in")
        .allMatch(said()::containsKey);

    assertThat(unlisted).as("sentences to add to docs/never.md").isEmpty();
    String promises = list.substring(list.indexOf("## Promises"), list.indexOf("## Descriptions"));
    assertThat(PROMISE.matcher(promises).results().skip(1).map(MatchResult::group))
        .hasSizeGreaterThan(30)
        .allMatch(row -> NAMED.matcher(row).find());
  }

  /**
   * What is promised to users, by where it is: each page of the manual but the decisions, which
   * give reasons; the help of all commands; and the Javadoc of each public type of the libraries.
   */
  private static Map<String, String> said() throws IOException {
    Map<String, String> said = new TreeMap<>();
    List<Path> pages = new ArrayList<>(pages());
    pages.add(ROOT.resolve("README.md"));
    pages.removeIf(page -> page.endsWith("never.md") || page.endsWith("SECURITY.md"));
    for (Path page : pages) {
      String name = page.getFileName().toString().replace(".md", "").replace('-', '_');
      said.merge(name, flat(Files.readString(page)), (one, other) -> one + " " + other);
    }
    var console = new Console(InputStream.nullInputStream(), System.out, System.err);
    said.put("help", flat(help(new CommandLine(new Main(), new CommandFactory(console)))));
    javadoc(said);
    return said;
  }

  private static String help(CommandLine command) {
    var text = new StringBuilder(command.getUsageMessage(CommandLine.Help.Ansi.OFF));
    command.getSubcommands().values().forEach(each -> text.append(help(each)));
    return text.toString();
  }

  private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");

  /** A comment, and the beginning of what it is about. */
  private static final Pattern COMMENT =
      Pattern.compile("(?s)/\\*\\*(.*?)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*([^\\n]*)");

  private static void javadoc(Map<String, String> said) throws IOException {
    for (Path module : modules("src/main/java")) {
      Path info = module.resolve("module-info.java");
      if (Files.exists(info)) {
        for (MatchResult exported : EXPORTED.matcher(Files.readString(info)).results().toList()) {
          try (Stream<Path> files =
              Files.list(module.resolve(exported.group(1).replace('.', '/')))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
              String name = file.getFileName().toString().replace(".java", "");
              said.merge(name, javadoc(name, Files.readString(file)), (a, b) -> a + " " + b);
            }
          }
        }
      }
    }
  }

  /** The comments of what others can see of a type. */
  private static String javadoc(String name, String source) {
    Matcher type =
        Pattern.compile("(?m)^public (?:[\\w-]+ )*(class|interface|record|enum) " + name + "\\b")
            .matcher(source);
    if (!type.find()) {
      return "";
    }
    boolean isAllSeen = type.group(1).equals("interface") || type.group(1).equals("enum");
    var seen = new StringBuilder();
    for (MatchResult comment : COMMENT.matcher(source).results().toList()) {
      String about = comment.group(2);
      if (about.startsWith("public")
          || about.startsWith("protected")
          || (isAllSeen && !about.startsWith("private") && !about.startsWith("final"))) {
        seen.append(comment.group(1).replaceAll("\\s+\\*?\\s*", " ")).append(' ');
      }
    }
    return flat(seen.toString());
  }

  /** Text on one line and without examples of code. */
  private static String flat(String text) {
    return text.replaceAll("(?s)```.*?```", "").replaceAll("\\s+", " ");
  }

  private static boolean covers(String text, String part, int place) {
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      if (at <= place && place < at + part.length()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isThere(List<Path> tests, String name, String rule) throws IOException {
    Pattern method = Pattern.compile("\\b(?:void %1$s\\(|ArchRule %1$s =)".formatted(rule));
    for (Path test : tests) {
      if (test.endsWith(name + ".java") && method.matcher(Files.readString(test)).find()) {
        return true;
      }
    }
    return false;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("SECURITY.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md") && !file.toString().contains("decisions"))
          .forEach(pages::add);
    }
    return pages;
  }

  /** All test sources, of every module. */
  private static List<Path> tests() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path module : modules("src/test/java")) {
      try (Stream<Path> files = Files.walk(module)) {
        files
            .filter(file -> file.toString().matches(".*(?:Test|Contract)\\.java"))
            .forEach(found::add);
      }
    }
    return found;
  }

  /** A folder in every module that has one. */
  private static List<Path> modules(String folder) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules.map(m -> m.resolve(folder)).filter(Files::exists).toList();
    }
  }
}
