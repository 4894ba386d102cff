package dev.weir.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The whole that a stream amounts to, or as much of it as came.
 *
 * @param blocks in order of their numbers
 * @param finishes why each output ended, by output
 * @param alternatives the outputs that are alternatives to the first answer; none where outputs
 *     follow each other
 * @param word the provider's own word for the end
 * @param faults everything that went wrong on the way
 * @param gaps where chunks were lost and nothing says what they held: something may be missing
 * @param tries in a route, those that came to nothing before this answer or in the middle of it
 * @param seams in a route, where another model went on; each has the usage of the one before, while
 *     {@code modelName} and {@code usage} are those of the last
 */
public record Response(
    @Nullable String responseId,
    @Nullable String modelName,
    List<Block> blocks,
    Map<Integer, FinishReason> finishes,
    Set<Integer> alternatives,
    @Nullable Verdict verdict,
    @Nullable String word,
    @Nullable Usage usage,
    List<StreamFault> faults,
    List<StreamEvent.UnrepairedGap> gaps,
    List<StreamEvent.FailedTry> tries,
    List<StreamEvent.Seam> seams) {

  public Response {
    blocks = List.copyOf(blocks);
    finishes = Map.copyOf(finishes);
    alternatives = Collections.unmodifiableSet(new TreeSet<>(alternatives));
    faults = List.copyOf(faults);
    gaps = List.copyOf(gaps);
    tries = List.copyOf(tries);
    seams = List.copyOf(seams);
  }

  /**
   * One block as it stands at the end of the stream.
   *
   * @param parts the text of each part; one part unless the block is a summary of several
   * @param complete whether the provider ended the block
   * @param annotations the provider's JSON of each mark
   */
  public record Block(
      BlockId block,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      boolean synthetic,
      Map<String, String> origin,
      List<String> parts,
      boolean complete,
      @Nullable Reasoning reasoning,
      @Nullable String signature,
      @Nullable String source,
      List<String> annotations) {

    public Block {
      parts = List.copyOf(parts);
      annotations = List.copyOf(annotations);
    }

    /** The text of the answer, without thinking, calls and alternatives. */
    public String text() {
      return String.join("", parts);
    }

    /** The same call without the arguments, of which only a part came. */
    public Block withoutText() {
      return new Block(
          block,
          kind,
          id,
          name,
          synthetic,
          origin,
          List.of(""),
          complete,
          reasoning,
          signature,
          source,
          annotations);
    }

    private boolean isContent() {
      return !"summary".equals(origin.get("part"));
    }
  }

  /** The same response with only these blocks. */
  public Response withBlocks(List<Block> some) {
    return new Response(
        responseId,
        modelName,
        some,
        finishes,
        alternatives,
        verdict,
        word,
        usage,
        faults,
        gaps,
        tries,
        seams);
  }

  /** The blocks of one kind: by output, then by number, a reasoning summary before its content. */
  public List<Block> blocks(BlockKind kind) {
    List<Block> found = new ArrayList<>(blocks.stream().filter(b -> b.kind() == kind).toList());
    Comparator<Block> byOutput = Comparator.comparingInt(b -> b.block().output());
    found.sort(byOutput.thenComparing(Block::isContent));
    return found;
  }

  /** The blocks that are not in an alternative, in order of their numbers. */
  public List<Block> firstAnswer() {
    return blocks.stream().filter(this::isOfFirstAnswer).toList();
  }

  /** The blocks of one kind that are not in an alternative, in the same order. */
  public List<Block> firstAnswer(BlockKind kind) {
    return blocks(kind).stream().filter(this::isOfFirstAnswer).toList();
  }

  /** The text of all blocks of a kind that are not in an alternative, with no separator. */
  public String firstAnswerText(BlockKind kind) {
    return firstAnswer(kind).stream().map(Block::text).collect(Collectors.joining());
  }

  /**
   * The parts of the reasoning that is not in an alternative, as {@link ReasoningParts} separates
   * them; joined they are the reasoning.
   */
  public List<String> reasoningParts() {
    return firstAnswer(BlockKind.REASONING).stream()
        .flatMap(block -> block.parts().stream())
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private boolean isOfFirstAnswer(Block block) {
    return !alternatives.contains(block.block().output());
  }

  /** The text of all blocks of a kind in one output, with no separator. */
  public String text(BlockKind kind, int output) {
    return blocks(kind).stream()
        .filter(b -> b.block().output() == output)
        .map(Block::text)
        .collect(Collectors.joining());
  }

  /** The text of all blocks of a kind in all outputs, with no separator. */
  public String text(BlockKind kind) {
    return blocks(kind).stream().map(Block::text).collect(Collectors.joining());
  }
}
