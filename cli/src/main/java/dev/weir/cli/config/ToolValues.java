package dev.weir.cli.config;

import dev.weir.log.recording.Secrets;
import dev.weir.sim.yaml.YamlFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a tool is called or started with. In it {@code ${NAME}} stands for a variable: keys
 * are not in the file.
 *
 * @param variables those that are set
 * @param secrets takes what nobody else must see: the variables' values, and whatever is named like
 *     a secret
 */
record ToolValues(Map<String, String> variables, Consumer<String> secrets) {
  private static final Pattern HOLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  Map<String, String> headers(YamlFields fields) {
    return texts(fields, "headers");
  }

  Map<String, String> environment(YamlFields fields) {
    return texts(fields, "environment");
  }

  private Map<String, String> texts(YamlFields fields, String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    YamlFields inner = fields.fields(name);
    for (String each : inner.names()) {
      String text = inner.text(each);
      String filled = filled(inner, each, text == null ? "" : text);
      if (Secrets.isSecretName(each)) {
        // Without the name of a scheme, such as Bearer.
        secrets.accept(filled.substring(filled.lastIndexOf(' ') + 1));
      }
      texts.put(each, filled);
    }
    return texts;
  }

  private String filled(YamlFields fields, String name, String text) {
    Set<String> missing = new TreeSet<>();
    String filled =
        HOLE.matcher(text)
            .replaceAll(hole -> {
              String value = variables.get(hole.group(1));
              if (value == null) {
                missing.add(hole.group(1));
                return "";
              }
              secrets.accept(value);
              return Matcher.quoteReplacement(value);
            });
    if (!missing.isEmpty()) {
      throw fields.refused(
          name, "the variable %s is not set".formatted(String.join(", ", missing)));
    }
    return filled;
  }
}
