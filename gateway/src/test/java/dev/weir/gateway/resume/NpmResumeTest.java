package dev.weir.gateway.resume;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.gateway.resume.Resumption.Case;
import dev.weir.testkit.NpmPackage;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The package eventsource from npm, which comes back by itself with the last id. */
class NpmResumeTest {
  private static final NpmPackage PACKAGE = new NpmPackage("eventsource", "4.0.0", "dist/index.js");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void getsEveryFrameOnceThoughCutAfterEach(Case kind) throws Exception {
    Optional<Path> installed = PACKAGE.installed();
    assumeTrue(installed.isPresent(), PACKAGE::missing);
    Path script = Programs.script("eventsource.mjs", installed.orElseThrow());
    Resumption.assertExact(
        kind,
        folder,
        /* asksForHaste= */ true,
        address -> Programs.run("node", script.toString(), address));
  }
}
