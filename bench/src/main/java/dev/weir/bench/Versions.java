package dev.weir.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the libraries that were measured, as the build knows them. */
final class Versions {
  private final Properties versions = new Properties();

  Versions() {
    try (var in = Versions.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A label with the version of the library that it begins with. */
  String named(String label) {
    for (String library : versions.stringPropertyNames()) {
      if (label.startsWith(library)) {
        return library + " " + versions.getProperty(library) + label.substring(library.length());
      }
    }
    return label;
  }
}
