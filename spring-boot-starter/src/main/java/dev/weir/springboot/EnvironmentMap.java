package dev.weir.springboot;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Variables as Spring knows them: of the process, and wherever else an application sets them. */
final class EnvironmentMap extends AbstractMap<String, String> {
  private final Environment environment;

  EnvironmentMap(Environment environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable String get(@Nullable Object name) {
    return name instanceof String text ? environment.getProperty(text) : null;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return get(name) != null;
  }

  /** They can be asked for, not listed. */
  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return Set.of();
  }
}
