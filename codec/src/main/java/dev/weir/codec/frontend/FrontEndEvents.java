package dev.weir.codec.frontend;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.frontend.FrontEndEvent.Call;
import dev.weir.codec.frontend.FrontEndEvent.CallDelta;
import dev.weir.codec.frontend.FrontEndEvent.CallEnd;
import dev.weir.codec.frontend.FrontEndEvent.CallOutput;
import dev.weir.codec.frontend.FrontEndEvent.CallStart;
import dev.weir.codec.frontend.FrontEndEvent.MediaFile;
import dev.weir.codec.frontend.FrontEndEvent.Part;
import dev.weir.codec.frontend.FrontEndEvent.PartDelta;
import dev.weir.codec.frontend.FrontEndEvent.PartEnd;
import dev.weir.codec.frontend.FrontEndEvent.PartRepair;
import dev.weir.codec.frontend.FrontEndEvent.PartStart;
import dev.weir.codec.frontend.FrontEndEvent.StepEnd;
import dev.weir.codec.frontend.FrontEndEvent.StepStart;
import dev.weir.codec.frontend.FrontEndEvent.TurnEnd;
import dev.weir.codec.frontend.FrontEndEvent.TurnStart;
import dev.weir.codec.json.Json;
import dev.weir.codec.seal.Seals;
import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of a turn into what a front end is told.
 *
 * <p>A part begins with its first character, because providers open blocks that stay empty;
 * reasoning without characters begins with its seal. Each part of reasoning is a part here, and the
 * last has the seal of the block. Refusals are text. What tools returned, pictures and files are
 * reported when they are whole. A step is a pass with what its tools returned.
 *
 * <p>Reasoning comes with its seal in {@link Reasoning#encrypted}. Pure; belongs to one turn.
 */
public final class FrontEndEvents implements Consumer<StreamEvent> {
  private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z]+/[A-Za-z0-9.+-]{1,60}");

  /** An open block. */
  private static final class Open {
    final BlockStart start;
    final StringBuilder text = new StringBuilder();
    @Nullable Part part;
    int number;

    Open(BlockStart start) {
      this.start = start;
    }
  }

  private final String stream;
  private final Consumer<? super FrontEndEvent> out;
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private final Map<Integer, Open> open = new HashMap<>();
  private final Map<Integer, Part> lastParts = new HashMap<>();
  private final Calls calls;
  private final Citations citations;
  private int steps;
  private @Nullable StreamFault fault;
  private @Nullable Usage usage;

  /**
   * @param stream the name of the stream, which all names of ours begin with
   */
  public FrontEndEvents(String stream, Consumer<? super FrontEndEvent> out) {
    this.stream = stream;
    this.out = out;
    this.calls = new Calls(stream);
    this.citations = new Citations(stream);
  }

  @Override
  public void accept(StreamEvent event) {
    firstAnswer.accept(event);
    switch (event) {
      case StreamEvent.ResponseStart start -> {
        out.accept(new TurnStart(start.modelName()));
        out.accept(new StepStart(steps++));
      }
      case StreamEvent.PassStart start -> {
        fault = null;
        out.accept(new StepEnd());
        out.accept(new StepStart(steps++));
      }
      case BlockStart start -> start(start);
      case BlockDelta delta -> delta(delta);
      case BlockRepair repair -> repair(repair);
      case BlockEnd end -> end(end);
      case StreamEvent.Annotation mark -> {
        if (firstAnswer.has(mark.block().output())) {
          citations.in(mark.json()).ifPresent(out);
        }
      }
      case OutputEnd end -> outputEnd(end);
      case StreamEvent.UsageUpdate update -> usage = update.usage();
      case StreamEvent.PassEnd end -> usage = end.usage() == null ? usage : end.usage();
      case StreamEvent.Fault wrong -> fault = wrong.fault();
      case ResponseEnd end -> {
        if (end.verdict().isNatural()) {
          out.accept(new StepEnd());
        }
        out.accept(new TurnEnd(end.verdict(), fault, end.usage() == null ? usage : end.usage()));
      }
      case StreamEvent.ResponseProgress untold -> {}
      case StreamEvent.ToolProgress untold -> {}
      case StreamEvent.SequenceGap untold -> {}
      case StreamEvent.UnrepairedGap untold -> {}
      case StreamEvent.FailedTry untold -> {}
      case StreamEvent.Seam untold -> {}
      case StreamEvent.Unrecognized untold -> {}
    }
  }

  private void start(BlockStart start) {
    boolean isKeptOnly = start.synthetic() && start.kind() != BlockKind.REASONING;
    if (isKeptOnly || !firstAnswer.has(start.block().output())) {
      return;
    }
    open.put(start.block().block(), new Open(start));
    if (isCall(start.kind())) {
      out.accept(new CallStart(calls.start(start)));
    }
  }

  private static boolean isCall(BlockKind kind) {
    return kind == BlockKind.TOOL_CALL || kind == BlockKind.SERVER_TOOL;
  }

  private void delta(BlockDelta delta) {
    Open block = open.get(delta.block().block());
    if (block == null || delta.text().isEmpty()) {
      return;
    }
    switch (block.start.kind()) {
      case TEXT, REFUSAL, REASONING -> {
        if (block.number != delta.part()) {
          close(block, /* seal= */ null);
          block.number = delta.part();
          block.text.setLength(0);
        }
        out.accept(new PartDelta(part(block), delta.text()));
      }
      case TOOL_CALL, SERVER_TOOL -> out.accept(new CallDelta(call(block.start), delta.text()));
      case TOOL_OUTPUT, MEDIA -> {}
    }
    block.text.append(delta.text());
  }

  /** The part of a block that grows, which begins now if it has not. */
  private Part part(Open block) {
    Part part = block.part;
    if (part == null) {
      int number = block.start.block().block();
      String id = "%s-%d".formatted(stream, number);
      part =
          new Part(
              block.number == 0 ? id : "%s-%d".formatted(id, block.number),
              block.start.kind() == BlockKind.REASONING);
      block.part = part;
      lastParts.put(number, part);
      out.accept(new PartStart(part));
    }
    return part;
  }

  private void close(Open block, @Nullable String seal) {
    Part part = block.part;
    if (part != null) {
      block.part = null;
      out.accept(new PartEnd(part, seal));
    }
  }

  private Call call(BlockStart start) {
    Call call = calls.find(start.block().block());
    return call == null ? calls.start(start) : call;
  }

  private void repair(BlockRepair repair) {
    int number = repair.block().block();
    Open block = open.get(number);
    String said = block == null ? "" : block.text.toString();
    if (block != null && block.number == repair.part() && repair.text().startsWith(said)) {
      delta(new BlockDelta(repair.block(), repair.part(), repair.text().substring(said.length())));
      return;
    }
    Part part = lastParts.get(number);
    if (part != null) {
      out.accept(new PartRepair(part, repair.text()));
    }
    if (block != null) {
      block.text.setLength(0);
      block.text.append(repair.text());
    }
  }

  private void end(BlockEnd end) {
    Open block = open.remove(end.block().block());
    if (block == null) {
      return;
    }
    switch (block.start.kind()) {
      case TEXT, REFUSAL -> close(block, /* seal= */ null);
      case REASONING -> {
        String seal = seal(end.reasoning());
        if (seal != null) {
          part(block);
        }
        close(block, seal);
      }
      case TOOL_CALL, SERVER_TOOL -> {
        String arguments = end.arguments() == null ? block.text.toString() : end.arguments();
        out.accept(new CallEnd(call(block.start), arguments, end.complete()));
      }
      case TOOL_OUTPUT -> output(block, end);
      case MEDIA -> media(block, end);
    }
  }

  /** What is not sealed is the provider's own, and not for front ends. */
  private static @Nullable String seal(@Nullable Reasoning reasoning) {
    String opaque = reasoning == null ? null : reasoning.encrypted();
    return opaque != null && Seals.isSeal(opaque) ? opaque : null;
  }

  private void output(Open block, BlockEnd end) {
    BlockStart start = block.start;
    Call call = calls.answeredBy(start);
    if (call == null) {
      return;
    }
    String source = end.source() == null ? "" : end.source();
    String text = block.text.isEmpty() && !start.isByClient() ? source : block.text.toString();
    Json data = start.isByClient() ? ProviderJson.parse(end.source()) : null;
    boolean success = end.complete() && !"false".equals(start.origin().get("success"));
    String id = "%s-%d".formatted(stream, start.block().block());
    out.accept(new CallOutput(call, id, success, text, data == null ? Json.Null.NULL : data));
  }

  /** Where outputs are steps of an answer, the end of one may be the only sign that a call ran. */
  private void outputEnd(OutputEnd end) {
    if (firstAnswer.offersAlternatives() || !"completed".equals(end.word())) {
      return;
    }
    for (Call call : calls.endedWith(end.output())) {
      String id = call.id() + "-output";
      out.accept(new CallOutput(call, id, /* success= */ true, "", Json.Null.NULL));
    }
  }

  private void media(Open block, BlockEnd end) {
    String type = block.start.name();
    if (!end.complete() || type == null || !MEDIA_TYPE.matcher(type).matches()) {
      return;
    }
    String content = block.text.toString();
    boolean isAddress = Citations.isPage(content) || content.startsWith("data:" + type);
    out.accept(
        new MediaFile(type, isAddress ? content : "data:%s;base64,%s".formatted(type, content)));
  }
}
