package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A reasoning item: one block for its text, or two where it has both a summary and raw text.
 *
 * <p>What must be sent back (id, summary, encrypted content) is on the block that opened first. The
 * encrypted content differs between {@code added}, {@code done} and the response's terminal,
 * because the provider encrypts it for each event; the last one counts. The block ends at {@code
 * done}, so a newer one in the terminal goes with the end of the response.
 *
 * <p>A final payload opens no further block for an item whose reasoning has been seen: a summary
 * that comes only there is kept with what must be sent back. Otherwise thinking would seem to begin
 * again, in the worst case after the answer.
 */
final class ReasoningItem extends OutputItem {
  private static final Set<String> KNOWN =
      Set.of("id", "type", "status", "summary", "content", "encrypted_content", "signature");

  private final Set<Integer> summaryParts = new TreeSet<>();
  private final Set<Integer> contentParts = new TreeSet<>();
  private @Nullable OpenBlock summary;
  private @Nullable OpenBlock content;
  private @Nullable OpenBlock first;
  private Reasoning metadata = Reasoning.NONE;
  private int sealHash;
  private int summaryHash;
  private @Nullable String source;

  ReasoningItem(EventWriter writer, int output, String type, @Nullable Long index) {
    super(writer, output, type, index);
  }

  @Override
  void learn(Json item) {
    metadata = metadata(item);
    source = extras(item, KNOWN);
    keepMetadata();
  }

  private Reasoning metadata(Json item) {
    String newId = item.get("id").textIfAny();
    String encrypted = item.get("encrypted_content").textIfAny();
    String signature = item.get("signature").textIfAny();
    List<String> parts =
        item.get("summary").items().stream().map(part -> part.get("text").textOrEmpty()).toList();
    return new Reasoning(
        newId == null ? metadata.id() : newId,
        parts.isEmpty() ? metadata.summary() : parts,
        encrypted == null ? metadata.encrypted() : encrypted,
        signature == null ? metadata.signature() : signature,
        /* redacted= */ false);
  }

  private void keepMetadata() {
    OpenBlock block = first;
    if (block != null) {
      block.source(source);
      if (!metadata.equals(Reasoning.NONE)) {
        writer.reasoning(block, metadata);
      }
    }
  }

  private OpenBlock block(Slot slot) {
    OpenBlock known = slot == Slot.SUMMARY ? summary : content;
    return known == null ? open(slot, /* synthetic= */ false) : known;
  }

  private OpenBlock open(Slot slot, boolean synthetic) {
    Map<String, String> origin = slot == Slot.SUMMARY ? Map.of("part", "summary") : Map.of();
    OpenBlock block = writer.open(output, BlockKind.REASONING, id, null, synthetic, origin);
    if (slot == Slot.SUMMARY) {
      summary = block;
    } else {
      content = block;
    }
    if (first == null) {
      first = block;
      keepMetadata();
    }
    return block;
  }

  @Override
  void add(Slot slot, int part, String text) {
    parts(slot).add(part);
    writer.delta(block(slot), part, text);
  }

  @Override
  void reconcile(Slot slot, int part, String text) {
    if (isDone() && (slot == Slot.SUMMARY ? summary : content) == null) {
      if (slot != Slot.SUMMARY) {
        tooLate(text);
      }
      return;
    }
    parts(slot).add(part);
    writer.reconcile(block(slot), part, text);
  }

  /** A late summary is kept beside the block; for late reasoning itself there is no such place. */
  private void tooLate(String text) {
    writer.fault(
        StreamFault.Kind.CONTRADICTION,
        ("Reasoning of %,d characters came for output %d after its item was done without any; it"
                + " is left out")
            .formatted(text.length(), output));
  }

  private Set<Integer> parts(Slot slot) {
    return slot == Slot.SUMMARY ? summaryParts : contentParts;
  }

  @Override
  void settle(Json item) {
    boolean isSeen = content != null && summary == null;
    if (!isSeen) {
      settle(Slot.SUMMARY, item.get("summary").items());
    }
    settle(Slot.REASONING, item.get("content").items());
  }

  private void settle(Slot slot, List<Json> texts) {
    List<Integer> places = PartPlaces.match(parts(slot), texts.size());
    for (int i = 0; i < texts.size(); i++) {
      // Whatever its type: some servers say output_text here.
      whole(slot, places.get(i), texts.get(i).get("text").text());
    }
  }

  @Override
  void close(boolean complete) {
    if (first == null && (metadata.id() != null || metadata.encrypted() != null)) {
      open(Slot.REASONING, /* synthetic= */ true);
    }
    for (OpenBlock block : blocks()) {
      writer.end(block, complete);
    }
  }

  @Override
  void cut() {
    close(/* complete= */ false);
  }

  private List<OpenBlock> blocks() {
    List<OpenBlock> blocks = new ArrayList<>();
    for (OpenBlock block : writer.openBlocks()) {
      if (block == summary || block == content) {
        blocks.add(block);
      }
    }
    return blocks;
  }

  @Override
  void revise(Json item) {
    Reasoning newest = metadata(item);
    OpenBlock block = first;
    boolean isSealedAnew = newest.encrypted() != null && sealHash(newest) != sealHash;
    boolean isSummedUp =
        summary == null
            && !newest.summary().isEmpty()
            && newest.summary().hashCode() != summaryHash;
    if (block != null && (isSealedAnew || isSummedUp)) {
      writer.reasoning(
          block,
          new Reasoning(
              newest.id(),
              isSummedUp ? newest.summary() : List.of(),
              isSealedAnew ? newest.encrypted() : null,
              isSealedAnew ? newest.signature() : null,
              /* redacted= */ false));
    }
  }

  private static int sealHash(Reasoning reasoning) {
    return Objects.hash(reasoning.encrypted(), reasoning.signature());
  }

  @Override
  void forget() {
    // A hash is enough to know later whether the terminal says the same.
    sealHash = sealHash(metadata);
    summaryHash = metadata.summary().hashCode();
    metadata = Reasoning.NONE;
    source = null;
    OpenBlock block = first;
    if (block != null) {
      block.forget();
    }
  }
}
