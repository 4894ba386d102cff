package dev.weir.codec.bind;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The named values that a method or a record takes, in order. */
public final class Parameters {
  private Parameters() {}

  /**
   * One parameter.
   *
   * @param type what is inside, if it is optional
   */
  public record Named(String name, String description, Type type, boolean isOptional) {}

  /** The parameters of a method. */
  public static List<Named> of(Method method) {
    return Arrays.stream(method.getParameters()).map(Parameters::of).toList();
  }

  /** The components of a record. */
  public static List<Named> of(Class<?> recordType) {
    return Arrays.stream(recordType.getRecordComponents()).map(Parameters::of).toList();
  }

  private static Named of(Parameter parameter) {
    String name = parameter.isNamePresent() ? parameter.getName() : "";
    Named named = named(parameter, name, parameter.getParameterizedType());
    if (named.name().isEmpty()) {
      throw new IllegalArgumentException(
          "A parameter of %s has no name; compile with -parameters or name it: @Param(name = \"…\")"
              .formatted(parameter.getDeclaringExecutable()));
    }
    return named;
  }

  private static Named of(RecordComponent component) {
    return named(component, component.getName(), component.getGenericType());
  }

  private static Named named(AnnotatedElement element, String ownName, Type type) {
    Param param = element.getAnnotation(Param.class);
    String name = param == null || param.name().isEmpty() ? ownName : param.name();
    String description = param == null ? "" : param.value();
    Type inside = insideOptional(type);
    return new Named(name, description, inside == null ? type : inside, inside != null);
  }

  private static @Nullable Type insideOptional(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
        ? generic.getActualTypeArguments()[0]
        : null;
  }
}
