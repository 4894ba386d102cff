package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Verdict;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chunks of text models behind InvokeModel: one text, with a word for its end.
 *
 * <p>A guardrail that blocks the prompt answers in the model's place, in one chunk that counts its
 * tokens but has no word: that is a filtered response, not a cut one.
 */
final class TextModelDecoder implements DialectDecoder {
  private static final int OUTPUT = 0;
  private static final Set<String> FIELDS =
      Set.of(
          "outputText",
          "completionReason",
          "inputTextTokenCount",
          "totalOutputTextTokenCount",
          "index",
          "generation",
          "prompt_token_count",
          "generation_token_count",
          "completion",
          "stop_reason",
          "outputs",
          "choices",
          "generations",
          "text",
          "is_finished",
          "finish_reason",
          TextModelChunk.METRICS);

  private final EventWriter writer;
  private final UnknownFields unknown;
  private @Nullable OpenBlock block;
  private @Nullable String word;
  private boolean blocked;

  TextModelDecoder(EventWriter writer) {
    this.writer = writer;
    this.unknown = new UnknownFields(writer);
  }

  /** Whether a chunk has the shape of one of the text models. */
  static boolean isMarked(Json chunk) {
    return TextModelChunk.of(chunk) != null;
  }

  @Override
  public boolean chunk(Frame frame, Json json) {
    TextModelChunk chunk = TextModelChunk.of(json);
    if (chunk == null) {
      writer.unrecognized("chunk", json.toText());
      return false;
    }
    writer.start(json.get("id").text(), json.get("model").text());
    String text = chunk.text();
    if (text != null && !text.isEmpty()) {
      writer.delta(textBlock(), text);
    }
    word = chunk.word() == null ? word : chunk.word();
    boolean intervened = "INTERVENED".equals(json.get("amazon-bedrock-guardrailAction").text());
    blocked = intervened && json.has("totalOutputTextTokenCount");
    writer.usage(chunk.usage(), TextModelChunk::counted);
    unknown.report("", json, FIELDS);
    return true;
  }

  private OpenBlock textBlock() {
    OpenBlock open = block;
    if (open == null) {
      open = writer.open(OUTPUT, BlockKind.TEXT);
      block = open;
    }
    return open;
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return word != null || blocked;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    String said = word;
    if (said == null && !blocked) {
      writer.end(Verdict.TRUNCATED, null);
      return;
    }
    FinishReason reason = said == null ? FinishReason.FILTERED : BedrockStop.reason(said);
    writer.endBlocks(OUTPUT, said == null || BedrockStop.leavesBlocksComplete(reason));
    writer.outputEnd(OUTPUT, reason, said);
    writer.end(reason.verdict(), said);
  }
}
