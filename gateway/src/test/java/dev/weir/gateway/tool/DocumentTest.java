package dev.weir.gateway.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentTest {
  @TempDir private Path folder;

  /** Neither to a file nor to a folder: what lies elsewhere was not meant to be searched. */
  @Test
  void linksAreNotFollowed() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path secret = Files.writeString(elsewhere.resolve("secret.md"), "# Secret");
    Path documents = Files.createDirectory(folder.resolve("documents"));
    Files.writeString(documents.resolve("own.md"), "# Own");
    Files.createSymbolicLink(documents.resolve("file.md"), secret);
    Files.createSymbolicLink(documents.resolve("folder"), elsewhere);

    assertThat(Document.in(documents)).extracting(Document::title).containsExactly("Own");
  }
}
