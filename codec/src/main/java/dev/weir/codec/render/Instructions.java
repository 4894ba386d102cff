package dev.weir.codec.render;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the model is told before all else, as one text. */
public final class Instructions {
  private static final String JSON_ONLY = "Answer with one JSON value and nothing else.";

  private Instructions() {}

  /** All instructions of a request; {@code null} if there are none. */
  public static @Nullable String of(Request request) {
    String all =
        request.messages().stream()
            .filter(Message.Instruction.class::isInstance)
            .map(m -> ((Message.Instruction) m).text())
            .collect(Collectors.joining("\n\n"));
    return all.isEmpty() ? null : all;
  }

  /** The instructions, with a plea for JSON where a dialect has no field for that. */
  public static @Nullable String askingForJson(Request request) {
    String told = of(request);
    if (!(request.format() instanceof OutputFormat.AnyJson)) {
      return told;
    }
    return told == null ? JSON_ONLY : told + "\n\n" + JSON_ONLY;
  }
}
