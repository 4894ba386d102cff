package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageFilesTest {

  private static final Path FOLDER = Path.of("src/main/resources/page");
  private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s+'([^']+)'");
  private static final Pattern MENTION = Pattern.compile("(?:src|href)=\"(page/[^\"]+)\"");

  private final PageFiles files = new PageFiles();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                     | text/html; charset=utf-8
          /page/app.js          | text/javascript; charset=utf-8
          /page/css/theme.css   | text/css; charset=utf-8
          /page/icon.svg        | image/svg+xml
          /page/lib/marked.js   | text/javascript; charset=utf-8
          /page/lib/purify.js   | text/javascript; charset=utf-8
          """)
  void aFileHasTheContentTypeOfItsEnding(String path, String contentType) {
    assertThat(files.find(path).orElseThrow().contentType()).isEqualTo(contentType);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/page",
        "/page/",
        "/page/css",
        "/page/nothing.js",
        "/page/lib/nothing.js",
        "/page/../dev/weir/gateway/page/PageFiles.class",
        "/page/%2e%2e/secret.js",
        "/page//app.js",
        "/page/css/../app.js",
        "/page/app.js?x",
        "/PAGE/app.js",
        "/app.js",
        "/META-INF/MANIFEST.MF"
      })
  void nothingElseIsServed(String path) {
    assertThat(files.find(path)).isEmpty();
  }

  @Test
  void anEtagIsTheSameForTheSameBytesOnly() {
    String etag = files.find("/page/app.js").orElseThrow().etag();
    assertThat(etag)
        .matches("\"[0-9a-f]{24}\"")
        .isEqualTo(new PageFiles().find("/page/app.js").orElseThrow().etag());
    assertThat(files.find("/page/dom.js").orElseThrow().etag()).isNotEqualTo(etag);
  }

  @ParameterizedTest
  @EnumSource
  void aLibraryIsTheOneThatWasPinned(PageLibrary library) {
    PageFile file = files.find("/page/lib/" + library.file).orElseThrow();
    assertThat(PageFile.sha256(file.bytes())).isEqualTo(library.sha256);
  }

  @Test
  void everyFileThatAFileNamesIsServed() throws IOException {
    for (Path source : sources()) {
      String text = Files.readString(source);
      URI base = URI.create("/page/" + FOLDER.relativize(source).toString().replace('\\', '/'));
      for (Matcher named = IMPORT.matcher(text); named.find(); ) {
        assertThat(files.find(base.resolve(named.group(1)).toString()))
            .as("%s in %s", named.group(1), source)
            .isPresent();
      }
      for (Matcher named = MENTION.matcher(text); named.find(); ) {
        assertThat(files.find("/" + named.group(1)))
            .as("%s in %s", named.group(1), source)
            .isPresent();
      }
      assertThat(files.find(base.toString())).as("%s", source).isPresent();
    }
  }

  @Test
  void theDocumentNamesAllModulesAndStylesAsOneFileEachAtAPlaceThatNeverChanges() {
    String document = text("/");
    Matcher named = Pattern.compile("(?:src|href)=\"(page/[^\"]+)\"").matcher(document);
    List<String> paths = named.results().map(each -> each.group(1)).toList();
    assertThat(paths).hasSize(6).allMatch(path -> path.matches("page/[0-9a-f]{16}/[a-z/]+\\.\\w+"));
    for (String path : paths) {
      PageFile file = files.find("/" + path).orElseThrow();
      assertThat(file.isFixed()).isTrue();
      assertThat(file.zipped().length).isLessThan(Math.max(600, file.bytes().length));
    }
    assertThat(files.find("/").orElseThrow().isFixed()).isFalse();
    assertThat(files.find("/page/0123456789abcdef/app.js")).isEmpty();
    String script =
        text("/" + paths.stream().filter(each -> each.endsWith("app.js")).findAny().orElseThrow());
    assertThat(script)
        .contains("class Conversation", "class Inspector", "import('./markdown/math.js')")
        .doesNotContainPattern("(?m)^export ");
    assertThat(script.lines().filter(line -> line.startsWith("import ")).toList())
        .containsExactly(
            "import * as _lib_marked from './lib/marked.js';",
            "import * as _lib_purify from './lib/purify.js';");
  }

  private String text(String path) {
    return new String(files.find(path).orElseThrow().bytes(), UTF_8);
  }

  @Test
  void noSourceTurnsStringsIntoMarkupStyleOrCode() throws IOException {
    for (Path source : sources()) {
      if (!source.endsWith("frame.html")) {
        assertThat(Files.readString(source))
            .as("%s", source)
            .doesNotContain(
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                "cssText")
            .doesNotContainPattern("\\sstyle=|\\son[a-z]+=\"|setAttribute\\('(style|on)");
      }
    }
  }

  @Test
  void thePolicyOfThePageLetsNothingInlineOrForeignIn() {
    assertThat(files.find("/").orElseThrow().policy())
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
        .contains(
            "require-trusted-types-for 'script'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'")
        .doesNotContain("unsafe", "http", "*", "data:");
  }

  @Test
  void thePolicyOfTheFrameHasNoOriginAndNoNetwork() {
    assertThat(files.find("/page/frame.html").orElseThrow().policy())
        .startsWith("sandbox allow-scripts; default-src 'none';")
        .doesNotContain("allow-same-origin", "http", "*", "connect-src", "frame-src");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      List<Path> sources = all.filter(Files::isRegularFile).toList();
      assertThat(sources).hasSizeGreaterThan(30);
      assertThat(new String(Files.readAllBytes(sources.getFirst()), UTF_8)).isNotEmpty();
      return sources;
    }
  }
}
