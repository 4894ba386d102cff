package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A gateway in a process of its own, which has few descriptors. It says its port, and does what it
 * is told: {@code fill} opens files until there are no more descriptors, {@code free} closes them.
 */
final class GatewayProcess {
  private GatewayProcess() {}

  /** Argument: the folder of the log. */
  public static void main(String[] args) throws IOException {
    var offer =
        new CatalogEntry(new ScriptedUpstream(), List.of("model-1"), /* isSimulated= */ false);
    List<FileInputStream> files = new ArrayList<>();
    try (var gateway =
            Gateway.start(
                GatewayOptions.local(0, Path.of(args[0])),
                transport -> new Catalog(List.of(offer), List.of()));
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      // What is needed to say that it is full must be there before it is.
      fill(files, 1);
      free(files);
      say("port " + gateway.port());
      for (String word = in.readLine(); word != null; word = in.readLine()) {
        if (word.equals("fill")) {
          fill(files, Integer.MAX_VALUE);
        } else {
          free(files);
        }
        say(word);
      }
    }
  }

  private static void fill(List<FileInputStream> files, int most) {
    try {
      while (files.size() < most) {
        files.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException full) {
      // As it was meant to be.
    }
  }

  private static void free(List<FileInputStream> files) throws IOException {
    for (FileInputStream file : files) {
      file.close();
    }
    files.clear();
  }

  @SuppressWarnings("SystemOut") // The test reads it.
  private static void say(String words) {
    System.out.println(words);
    System.out.flush();
  }
}
