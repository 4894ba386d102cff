package dev.weir.cli;

import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls that name files, or where a gateway listens and keeps its streams, and nothing else. They
 * are what people wait for most, and reading the annotations of all options takes picocli longer
 * than such a call runs. Whatever is not as plain as that is left to picocli, with every mistake.
 */
final class PlainCall {
  /** Options of {@code serve} that take one word as it is. */
  private static final Set<String> SERVE_OPTIONS = Set.of("--port", "--bind", "--config", "--log");

  private static final Pattern PORT = Pattern.compile("0|[1-9]\\d{0,8}");

  private PlainCall() {}

  /** What such a call does; absent if it is another one. */
  static @Nullable IntSupplier of(String[] args, Console console) {
    if (args.length == 0) {
      return null;
    }
    List<String> words = List.of(args).subList(1, args.length);
    return switch (args[0]) {
      case "decode" -> areFiles(words) ? new DecodeCommand(console, words)::call : null;
      case "doctor" -> areFiles(words) ? new DoctorCommand(console, words)::call : null;
      case "serve" -> serve(words, console);
      default -> null;
    };
  }

  private static boolean areFiles(List<String> words) {
    return !words.isEmpty() && words.stream().allMatch(word -> isPlain(word) || word.equals("-"));
  }

  /** Picocli takes words with @ for files of further words. */
  private static boolean isPlain(String word) {
    return !word.isEmpty() && word.charAt(0) != '-' && word.charAt(0) != '@';
  }

  private static @Nullable IntSupplier serve(List<String> words, Console console) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      String option = words.get(i);
      if (!SERVE_OPTIONS.contains(option)
          || i + 1 == words.size()
          || !isPlain(words.get(i + 1))
          || values.put(option, words.get(i + 1)) != null) {
        return null;
      }
    }
    String port = values.get("--port");
    if (port != null && !PORT.matcher(port).matches()) {
      return null;
    }
    try {
      return new ServeCommand(console, values)::call;
    } catch (InvalidPathException notAName) {
      return null;
    }
  }
}
