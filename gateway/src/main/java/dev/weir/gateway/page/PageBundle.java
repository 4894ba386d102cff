package dev.weir.gateway.page;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The page's own modules as one, and its styles as one, made when the gateway starts: a browser far
 * away waits for each request, and after changing a file you only have to restart the gateway.
 *
 * <p>A module becomes a function that returns what it exports; those that it imports come before
 * it. Our modules import and export in few forms, on lines of their own, and not in circles; there
 * is no page with any other form. Libraries stay modules.
 */
final class PageBundle {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import\\s+(?:(\\w+)|\\{([^}]*)})\\s+from\\s+'([^']+)';$");
  private static final Pattern LAZY = Pattern.compile("\\bimport\\('(\\.[^']+)'\\)");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export\\s+(?=(?:(?:async\\s+)?function|class|const)\\s+(\\w+))");
  private static final Pattern STYLE =
      Pattern.compile("(?m)^ *<link rel=\"stylesheet\" href=\"page/([^\"]+)\">\n");

  /** Reads a file of the page by its name. */
  private final Function<String, String> files;

  private final Map<String, String> modules = new LinkedHashMap<>();
  private final Set<String> libraries = new TreeSet<>();
  private final Set<String> lazy = new TreeSet<>();
  private final Set<String> open = new LinkedHashSet<>();

  PageBundle(Function<String, String> files) {
    this.files = files;
    take("app.js");
  }

  /** Libraries that the bundle imports, by name. */
  Set<String> libraries() {
    return Set.copyOf(libraries);
  }

  /** Modules that are loaded when they are needed, by name. */
  Set<String> lazy() {
    return Set.copyOf(lazy);
  }

  String script() {
    var script = new StringBuilder();
    for (String library : libraries) {
      script.append("import * as %s from './%s';\n".formatted(variable(library), library));
    }
    modules.forEach((name, text) -> script.append("// ").append(name).append('\n').append(text));
    return script.toString();
  }

  /** The styles that a document names, in their order. */
  String styles(String document) {
    return STYLE
        .matcher(document)
        .results()
        .map(named -> files.apply(named.group(1)))
        .collect(Collectors.joining("\n"));
  }

  /** The document with its files at a place where they never change. */
  String document(String document, String place) {
    String links =
        libraries.stream()
            .map(each ->
                "  <link rel=\"modulepreload\" href=\"page/%s/%s\">\n".formatted(place, each))
            .collect(Collectors.joining());
    Matcher first = STYLE.matcher(document);
    if (!first.find()) {
      throw new IllegalStateException("The document of the page names no style");
    }
    String style =
        "  <link rel=\"stylesheet\" href=\"page/%s/style.css\">\n".formatted(place) + links;
    return STYLE
        .matcher(first.replaceFirst(Matcher.quoteReplacement("STYLE\n")))
        .replaceAll("")
        .replace("STYLE\n", style)
        .replaceAll(
            "(href|src)=\"page/(icon\\.svg|theme\\.js|app\\.js)\"", "$1=\"page/" + place + "/$2\"");
  }

  private void take(String name) {
    if (modules.containsKey(name)) {
      return;
    }
    if (!open.add(name)) {
      throw new IllegalStateException(
          "Modules of the page import one another in a circle: " + open);
    }
    String text = files.apply(name);
    List<String> exports = new ArrayList<>();
    String body =
        IMPORT.matcher(text).replaceAll(found -> Matcher.quoteReplacement(imported(name, found)));
    body = EXPORT.matcher(body).replaceAll(found -> exported(exports, found.group(1)));
    body =
        LAZY.matcher(body)
            .replaceAll(found -> {
              String later = resolved(name, found.group(1));
              lazy.add(later);
              return Matcher.quoteReplacement("import('./%s')".formatted(later));
            });
    if (Pattern.compile("(?m)^(?:import|export)\\b").matcher(body).find()) {
      throw new IllegalStateException(
          name
              + " imports or exports in a form that this does not know; write it as the others do");
    }
    open.remove(name);
    modules.put(
        name,
        name.equals("app.js")
            ? body
            : "const %s = (() => {\n%s\nreturn { %s };\n})();\n"
                .formatted(variable(name), body, String.join(", ", exports)));
  }

  private static String exported(List<String> exports, String name) {
    exports.add(name);
    return "";
  }

  private String imported(String importer, MatchResult found) {
    String name = resolved(importer, found.group(3));
    if (name.startsWith("lib/")) {
      libraries.add(name);
    } else {
      take(name);
    }
    return found.group(1) != null
        ? "const %s = %s.default;".formatted(found.group(1), variable(name))
        : "const {%s} = %s;".formatted(found.group(2).replace(" as ", ": "), variable(name));
  }

  private static String resolved(String importer, String path) {
    return URI.create("/" + importer).resolve(path).getPath().substring(1);
  }

  private static String variable(String name) {
    return "_" + name.replace(".js", "").replaceAll("[^a-z]", "_");
  }
}
