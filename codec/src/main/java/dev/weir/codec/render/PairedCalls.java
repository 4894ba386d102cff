package dev.weir.codec.render;

import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.BlockKind;
import dev.weir.event.Response.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rearranges a conversation so that the outputs of an answer's calls directly follow it, as most
 * providers require and not all dialects do. An output elsewhere is moved; in what was read from
 * another dialect, a call that nobody answered gets an output that says so, and an output that
 * answers nothing is left out. Each is reported. Linear in the messages.
 */
final class PairedCalls {

  /**
   * An output in its place.
   *
   * @param message the number of its message
   * @param number distinguishes otherwise equal outputs
   */
  private record Given(int message, int number, ToolOutput output) {}

  private final Draft draft;
  private final List<Message> messages;
  private final Map<String, Deque<Given>> byId = new HashMap<>();
  private final Map<String, Deque<Given>> byName = new HashMap<>();
  private final Set<Integer> used = new HashSet<>();
  private final List<Message> paired = new ArrayList<>();

  private PairedCalls(Draft draft, List<Message> messages) {
    this.draft = draft;
    this.messages = messages;
  }

  static List<Message> of(Draft draft, Request request) {
    boolean hasOutputs =
        request.messages().stream()
            .anyMatch(m -> m instanceof Message.ToolOutputs || m instanceof Message.Earlier);
    return hasOutputs ? new PairedCalls(draft, request.messages()).pair() : request.messages();
  }

  private List<Message> pair() {
    List<List<Given>> all = new ArrayList<>();
    int number = 0;
    for (int i = 0; i < messages.size(); i++) {
      List<Given> here = new ArrayList<>();
      if (messages.get(i) instanceof Message.ToolOutputs outputs) {
        for (ToolOutput output : outputs.outputs()) {
          here.add(new Given(i, number++, output));
        }
      }
      here.forEach(this::index);
      all.add(here);
    }
    for (int i = 0; i < messages.size(); i++) {
      switch (messages.get(i)) {
        case Message.Earlier answer -> {
          paired.add(answer);
          outputsOf(answer, i);
        }
        case Message.ToolOutputs outputs -> {
          draft.lost().of(outputs.origin());
          unasked(all.get(i));
        }
        case Message.Instruction told -> paired.add(told);
        case Message.User user -> paired.add(user);
        case Message.Assistant said -> paired.add(said);
      }
    }
    return paired;
  }

  private void index(Given given) {
    String id = given.output().callId();
    if (id == null) {
      byName.computeIfAbsent(given.output().toolName(), n -> new ArrayDeque<>()).add(given);
    } else {
      byId.computeIfAbsent(id, i -> new ArrayDeque<>()).add(given);
    }
  }

  private void outputsOf(Message.Earlier answer, int place) {
    int next = place;
    while (next + 1 < messages.size() && messages.get(next + 1) instanceof Message.ToolOutputs) {
      next++;
    }
    List<ToolOutput> outputs = new ArrayList<>();
    for (Block call : answer.response().firstAnswer(BlockKind.TOOL_CALL)) {
      Given given = take(call, place);
      if (given != null) {
        outputs.add(given.output());
        if (given.message() > next) {
          draft.lose(
              RequestLoss.of(
                  PartLosses.place(given.output().note(), "messages"),
                  "moved up to follow its call"));
        }
      } else if (answer.origin() != null) {
        outputs.add(notRun(call));
        draft.lose(
            RequestLoss.of(
                answer.origin().path(),
                "nobody answered its call of %s, which is said to the model"
                    .formatted(Foreign.nameOf(call))));
      }
    }
    if (!outputs.isEmpty()) {
      paired.add(new Message.ToolOutputs(outputs));
    }
  }

  /** Not marked as failed, because no tool of the client failed. */
  private static ToolOutput notRun(Block call) {
    String name = Foreign.nameOf(call);
    String text = GoingBack.notRun(call.id(), name).text();
    return new ToolOutput(call.id(), name, text, /* isError= */ false);
  }

  /** The first output after the answer that is for this call. */
  private @Nullable Given take(Block call, int place) {
    String id = call.id();
    String name = call.name() == null ? "" : call.name();
    Given given = id == null ? null : poll(byId.get(id), place);
    if (given == null) {
      given = poll(byName.get(name), place);
    }
    if (given != null) {
      used.add(given.number());
    }
    return given;
  }

  private static @Nullable Given poll(@Nullable Deque<Given> outputs, int place) {
    while (outputs != null && !outputs.isEmpty()) {
      Given given = outputs.poll();
      if (given.message() > place) {
        return given;
      }
    }
    return null;
  }

  private void unasked(List<Given> outputs) {
    List<ToolOutput> kept = new ArrayList<>();
    for (Given given : outputs) {
      ToolOutput output = given.output();
      if (used.contains(given.number())) {
        continue;
      }
      if (output.note().origin() == null) {
        kept.add(output);
      } else {
        draft.lose(
            RequestLoss.ofMeaning(
                PartLosses.place(output.note(), "messages"), "it answers no call before it"));
      }
    }
    if (!kept.isEmpty()) {
      paired.add(new Message.ToolOutputs(kept));
    }
  }
}
