package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands that only read files start without the jars that need a network ({@code
 * build/network.jars}, {@code build/launch.sh}): here they run without them.
 */
class FileCommandsTest {
  private static final String ANSWER = "../examples/answer.sse";

  @TempDir Path folder = Path.of("");

  private URLClassLoader withoutNetwork =
      new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader());

  @BeforeEach
  void leaveOutWhatNeedsANetwork() throws Exception {
    List<String> beginnings = Files.readAllLines(Path.of("../build/network.jars"));
    List<URL> left = new ArrayList<>();
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : all.split(Pattern.quote(File.pathSeparator), -1)) {
      String name = Path.of(entry).getFileName().toString();
      if (beginnings.stream().noneMatch(name::startsWith)) {
        left.add(Path.of(entry).toUri().toURL());
      }
    }
    withoutNetwork =
        new URLClassLoader(left.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @AfterEach
  void close() throws Exception {
    withoutNetwork.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "help serve",
        "help chat",
        "help tap",
        "help sim",
        "decode --help",
        "replay --help",
        "inspect --help",
        "translate --help",
        "decode " + ANSWER,
        "decode --to message " + ANSWER,
        "doctor " + ANSWER,
        "doctor -d xai " + ANSWER,
        "translate --from openai-responses --to anthropic " + ANSWER
      })
  void whatReadsFilesNeedsNoNetwork(String call) throws Exception {
    assertThat(run(call)).isEqualTo(here(call)).isNotEmpty();
  }

  @Test
  void theyCannotSeeIt() {
    assertThatThrownBy(() -> withoutNetwork.loadClass("io.vertx.core.Vertx"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void recordingsNeedNoNetwork() throws Exception {
    Path recording = folder.resolve("r.jsonl");
    assertThat(run("decode --record " + recording + " " + ANSWER))
        .isEqualTo(here("decode " + ANSWER));
    assertThat(run("replay --speed max --to events " + recording))
        .isEqualTo(here("replay --speed max --to events " + recording))
        .isNotEmpty();
    assertThat(run("inspect " + recording)).isEqualTo(here("inspect " + recording)).isNotEmpty();
    Path page = folder.resolve("page.html");
    run("inspect --html " + page + " " + recording);
    assertThat(page).isNotEmptyFile();
  }

  @Test
  void theTrailersOfACallToXaiNeedNoGrpc() throws Exception {
    byte[] trailers = "grpc-status:8\r\ngrpc-message:too many\r\n".getBytes(UTF_8);
    Path file = folder.resolve("answer.grpc");
    byte[] body = new byte[5 + trailers.length];
    body[0] = (byte) 0x80;
    body[4] = (byte) trailers.length;
    System.arraycopy(trailers, 0, body, 5, trailers.length);
    Files.write(file, body);

    assertThat(run("doctor -d xai " + file)).contains("FAILED").contains("too many");
  }

  private static String here(String call) {
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, UTF_8);
    Main.run(call.split(" "), new Console(InputStream.nullInputStream(), out, out));
    return said.toString(UTF_8);
  }

  /** The same as {@link #here}, with classes that cannot see those that need a network. */
  private String run(String call) throws Exception {
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, UTF_8);
    Class<?> consoleClass = withoutNetwork.loadClass(Console.class.getName());
    var newConsole =
        consoleClass.getDeclaredConstructor(
            InputStream.class, PrintStream.class, PrintStream.class);
    newConsole.setAccessible(true);
    Object console = newConsole.newInstance(InputStream.nullInputStream(), out, out);
    var run =
        withoutNetwork
            .loadClass(Main.class.getName())
            .getDeclaredMethod("run", String[].class, consoleClass);
    run.setAccessible(true);
    run.invoke(null, call.split(" "), console);
    return said.toString(UTF_8);
  }
}
