package dev.weir.codec.render;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Setting;
import java.util.List;
import java.util.stream.Collectors;

/** What the model is told by those above the user. */
public final class Instructions {
  private static final String JSON_ONLY = "Answer with one JSON value and nothing else.";

  private Instructions() {}

  /** Several instructions as one text, which cannot carry marks. */
  public static String of(Draft draft, List<Message.Instruction> told) {
    told.forEach(one -> one.contents().forEach(content -> draft.lost().cache(content.note())));
    return told.stream().map(Message.Instruction::text).collect(Collectors.joining("\n\n"));
  }

  /** A request for JSON in words, where a dialect has no field for it; it is reported as such. */
  public static String askForJson(Draft draft) {
    draft.lose(
        RequestLoss.of(
            draft.field(Setting.FORMAT),
            "%s is asked for JSON in words, and need not give it".formatted(draft.dialect())));
    return JSON_ONLY;
  }

  /** An instruction in the middle of a conversation becomes the user's. */
  public static RequestLoss saidByUser(Message.Instruction told, String dialect) {
    Origin origin = told.origin();
    return RequestLoss.of(
        (origin == null ? "messages" : origin.path()) + ".role",
        "%s takes no system message amid a conversation; it is said by the user"
            .formatted(dialect));
  }
}
