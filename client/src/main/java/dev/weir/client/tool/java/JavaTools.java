package dev.weir.client.tool.java;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.bind.ArgumentBinder;
import dev.weir.codec.bind.JavaJson;
import dev.weir.codec.bind.Parameters;
import dev.weir.codec.bind.Parameters.Named;
import dev.weir.codec.bind.TypeSchema;
import dev.weir.codec.request.ToolSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes tools of an object's methods that are marked with {@link ToolMethod}. */
public final class JavaTools {
  private JavaTools() {}

  /**
   * One tool for each marked method, in order of their names.
   *
   * @throws IllegalArgumentException if there is none, or if one has a parameter that no schema
   *     describes
   */
  public static List<Tool> of(Object object) {
    List<Tool> tools =
        Arrays.stream(object.getClass().getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(ToolMethod.class))
            .sorted(Comparator.comparing(Method::getName))
            .map(method -> (Tool) new MethodTool(object, method))
            .toList();
    if (tools.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no method marked @ToolMethod".formatted(object.getClass().getName()));
    }
    return tools;
  }

  private static final class MethodTool implements Tool {
    private final Object object;
    private final Method method;
    private final List<Named> parameters;
    private final ToolSpec spec;

    MethodTool(Object object, Method method) {
      this.object = object;
      this.method = method;
      this.parameters = Parameters.of(method);
      ToolMethod mark = method.getAnnotation(ToolMethod.class);
      String name = mark.name().isEmpty() ? method.getName() : mark.name();
      this.spec = new ToolSpec(name, mark.value(), TypeSchema.ofObject(parameters));
      if (!method.trySetAccessible()) {
        throw new IllegalArgumentException(
            method + " cannot be called from here; make it and its class public");
      }
    }

    @Override
    public ToolSpec spec() {
      return spec;
    }

    @Override
    public ToolResult run(ToolCall call) throws Exception {
      Object[] values;
      try {
        values = ArgumentBinder.bind(parameters, call.arguments(), "");
      } catch (IllegalArgumentException unfit) {
        return ToolResult.failed("The arguments do not fit: " + unfit.getMessage());
      }
      return result(invoke(values));
    }

    private @Nullable Object invoke(Object[] values) throws Exception {
      try {
        return method.invoke(object, values);
      } catch (InvocationTargetException thrown) {
        switch (thrown.getCause()) {
          case Exception exception -> throw exception;
          case Error error -> throw error;
          case null, default -> throw thrown;
        }
      }
    }

    private ToolResult result(@Nullable Object value) {
      return switch (value) {
        case ToolResult result -> result;
        case String text -> ToolResult.of(text);
        case null -> ToolResult.of(method.getReturnType() == void.class ? "done" : "null");
        case Object other -> ToolResult.of(JavaJson.of(other).toText());
      };
    }
  }
}
