import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts what {@code ./weir package} made where there is nothing else: the archive in a root that
 * has only a shell, the image in its own root. Usage: java PackageCheck.java PACKAGES EXAMPLE
 */
final class PackageCheck {
  /** Never goes back: the class path is too long a text for that. */
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private static final long PAGE_MILLIS = 2_000;
  private static final List<String> DEVICES = List.of("null", "random", "urandom");

  private final Path work;

  private PackageCheck(Path work) {
    this.work = work;
  }

  public static void main(String[] args) throws Exception {
    Path packages = Path.of(args[0]).toAbsolutePath();
    Path work = Files.createTempDirectory("weir-package");
    try {
      var check = new PackageCheck(work);
      check.archive(found(packages, ".tar.gz"), Path.of(args[1]));
      check.image(found(packages, ".oci.tar"));
    } finally {
      run(List.of("rm", "-rf", work.toString()));
    }
  }

  private static Path found(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  /** The archive, unpacked into a root with a shell and nothing else. */
  private void archive(Path archive, Path example) throws Exception {
    Path root = Files.createDirectories(work.resolve("archive"));
    for (String folder : List.of("opt", "tmp", "root", "bin")) {
      Files.createDirectories(root.resolve(folder));
    }
    run(List.of("tar", "-C", root.resolve("opt").toString(), "-xzf", archive.toString()));
    Path unpacked;
    try (Stream<Path> files = Files.list(root.resolve("opt"))) {
      unpacked = files.findFirst().orElseThrow();
    }
    // Moved as well: an archive runs wherever it lies.
    Files.move(unpacked, root.resolve("opt/here"));
    Path shell = Path.of("/bin/sh").toRealPath();
    Files.copy(shell, root.resolve("bin/sh"));
    root.resolve("bin/sh").toFile().setExecutable(true);
    libraries(root, shell);
    libraries(root, root.resolve("opt/here/runtime/lib/server/libjvm.so"));
    libraries(root, root.resolve("opt/here/runtime/bin/java"));
    libraries(root, root.resolve("opt/here/runtime/lib/libzip.so"));
    Files.copy(example, root.resolve("answer.sse"));
    String said =
        run(chrooted(root, List.of("/opt/here/bin/weir", "decode", "--to", "text", "/answer.sse")));
    expect("the archive decodes", !said.isBlank());
    serves("the archive", root, List.of("/opt/here/bin/weir", "serve"));
  }

  /** The image: its one layer, started as its configuration says. */
  private void image(Path image) throws Exception {
    Path layout = Files.createDirectories(work.resolve("layout"));
    run(List.of("tar", "-C", layout.toString(), "-xf", image.toString()));
    String manifest = blob(layout, digest(Files.readString(layout.resolve("index.json")), 0));
    String config = blob(layout, digest(manifest, 0));
    Path root = Files.createDirectories(work.resolve("image"));
    Path layer = layout.resolve("blobs/sha256").resolve(digest(manifest, 1));
    run(List.of("tar", "-C", root.toString(), "-xzf", layer.toString()));
    List<String> command = texts(config, "Entrypoint");
    command.add("serve");
    serves("the image", root, command);
  }

  private static String digest(String json, int number) {
    Matcher digests = Pattern.compile("\"digest\":\"sha256:([0-9a-f]{64})\"").matcher(json);
    for (int i = 0; i <= number; i++) {
      expect("a digest in " + json, digests.find());
    }
    return digests.group(1);
  }

  /** A blob whose name is the hash of what it holds. */
  private static String blob(Path layout, String digest) throws Exception {
    Path file = layout.resolve("blobs/sha256").resolve(digest);
    expect("the hash of a blob", run(List.of("sha256sum", file.toString())).startsWith(digest));
    return Files.readString(file);
  }

  private static List<String> texts(String json, String name) {
    int from = json.indexOf('[', json.indexOf("\"" + name + "\""));
    Matcher texts = TEXT.matcher(json.substring(from, json.indexOf(']', from)));
    List<String> found = new ArrayList<>();
    while (texts.find()) {
      found.add(texts.group(1));
    }
    return found;
  }

  private void serves(String what, Path root, List<String> command) throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    List<String> serve = new ArrayList<>(command);
    serve.addAll(List.of("--port", "" + port, "--log", "/tmp/log"));
    long begun = System.nanoTime();
    Path said = work.resolve("said");
    Process process =
        new ProcessBuilder(chrooted(root, serve))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      String page = page(port, process, said);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      expect(what + " sends the page", page.contains("<!doctype html>") || page.contains("<html"));
      System.out.printf("%s: the page after %,d ms%n", what, millis);
      expect(what + " within " + PAGE_MILLIS + " ms", millis <= PAGE_MILLIS);
    } finally {
      // It does not listen to a softer word while its child runs; the child dies with it.
      process.destroyForcibly().waitFor();
    }
  }

  private static String page(int port, Process process, Path said) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + port + "/");
    try (HttpClient http = HttpClient.newHttpClient()) {
      while (process.isAlive()) {
        try {
          return http.send(
                  HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
              .body();
        } catch (IOException notYet) {
          Thread.sleep(10);
        }
      }
    }
    throw new IllegalStateException("It ended: " + Files.readString(said));
  }

  /**
   * A root of its own, with what every container finds there: its processes and the system's source
   * of random numbers, without which a JDK gathers its own for seconds.
   */
  private static List<String> chrooted(Path root, List<String> command) throws IOException {
    Files.createDirectories(root.resolve("proc"));
    Files.createDirectories(root.resolve("dev"));
    for (String device : DEVICES) {
      Path node = root.resolve("dev").resolve(device);
      if (!Files.exists(node)) {
        Files.createFile(node);
      }
    }
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork"));
    all.add("--kill-child");
    if (!System.getProperty("user.name").equals("root")) {
      all.add("--map-root-user");
    }
    all.addAll(
        List.of(
            "sh",
            "-c",
            """
            mount -t proc proc "$0/proc" &&
            for device in %s; do mount --bind "/dev/$device" "$0/dev/$device" || exit 1; done &&
            exec chroot "$0" "$@"\
            """
                .formatted(String.join(" ", DEVICES))));
    all.add(root.toString());
    all.addAll(command);
    return all;
  }

  /** The shared libraries that a program asks the system for. */
  private static void libraries(Path root, Path program) throws Exception {
    Matcher found = Pattern.compile("(/\\S+) \\(0x").matcher(run(List.of("ldd", "" + program)));
    while (found.find()) {
      Path library = Path.of(found.group(1));
      Path copy = root.resolve("" + library.toString().substring(1));
      if (!library.startsWith(root) && !Files.exists(copy)) {
        Files.createDirectories(copy.getParent());
        Files.copy(library.toRealPath(), copy);
      }
    }
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command + ": " + said);
    }
    return said;
  }

  private static void expect(String what, boolean isSo) {
    if (!isSo) {
      throw new IllegalStateException("not so: " + what);
    }
  }
}
