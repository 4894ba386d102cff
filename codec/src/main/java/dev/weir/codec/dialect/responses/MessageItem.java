package dev.weir.codec.dialect.responses;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An answer: one block of text or refusal for each of its parts. */
final class MessageItem extends OutputItem {
  private static final Set<String> KNOWN = Set.of("id", "type", "status", "role", "content");
  private static final Set<String> KNOWN_WITH_PHASE =
      Set.of("id", "type", "status", "role", "content", "phase");

  private static final int MAX_PARTS = 256;

  private record Place(Slot slot, int part) {}

  private static final class Part {
    final OpenBlock block;

    /** Whether the provider gave the part whole, so that it is complete whatever follows. */
    boolean whole;

    int annotations;

    Part(OpenBlock block) {
      this.block = block;
    }
  }

  private final Map<Place, Part> parts = new LinkedHashMap<>();
  private @Nullable String phase;
  private boolean phaseIsLate;
  private @Nullable String source;

  MessageItem(EventWriter writer, int output, String type, @Nullable Long index) {
    super(writer, output, type, index);
  }

  @Override
  void learn(Json item) {
    String said = item.get("phase").textIfAny();
    if (said != null && phase == null) {
      phase = said;
      // Too late for the start of the blocks: their end carries it.
      phaseIsLate = !parts.isEmpty();
    }
    source = extras(item, phaseIsLate ? KNOWN : KNOWN_WITH_PHASE);
    parts.values().forEach(part -> part.block.source(source));
  }

  private Part part(Slot slot, int index) {
    Place place = new Place(slot, index);
    Part known = parts.get(place);
    if (known != null) {
      return known;
    }
    if (parts.size() >= MAX_PARTS) {
      throw new LimitExceededException(
          "A message has more than %,d parts; check the upstream".formatted(MAX_PARTS));
    }
    Part part = new Part(open(slot));
    parts.put(place, part);
    return part;
  }

  private OpenBlock open(Slot slot) {
    Map<String, String> origin = new LinkedHashMap<>();
    String known = phase;
    if (known != null) {
      origin.put("phase", known);
    }
    if (slot == Slot.TRANSCRIPT) {
      origin.put("part", "transcript");
    }
    String name = slot == Slot.AUDIO ? "audio" : null;
    BlockKind kind =
        switch (slot) {
          case REFUSAL -> BlockKind.REFUSAL;
          case AUDIO -> BlockKind.MEDIA;
          case TEXT, TRANSCRIPT, REASONING, SUMMARY, ARGUMENTS, STDOUT, STDERR -> BlockKind.TEXT;
        };
    return writer.open(output, kind, id, name, /* synthetic= */ false, origin).source(source);
  }

  @Override
  void add(Slot slot, int part, String text) {
    writer.delta(part(slot, part).block, text);
  }

  @Override
  void reconcile(Slot slot, int part, String text) {
    Part said = part(slot, part);
    writer.reconcile(said.block, text);
    said.whole = true;
  }

  @Override
  void whole(Slot slot, int part) {
    Part known = parts.get(new Place(slot, part));
    if (known != null) {
      known.whole = true;
    }
  }

  /** A part opened: its block opens, so that even an empty part is kept. */
  void openPart(int index, Json part) {
    Slot slot = slot(part);
    if (slot != null && !isDone()) {
      part(slot, index);
    }
  }

  /** A part is whole. */
  void wholePart(int index, Json part) {
    Slot slot = slot(part);
    if (slot == null) {
      return;
    }
    if (slot == Slot.AUDIO) {
      whole(Slot.AUDIO, index, part.get("data").text());
      whole(Slot.TRANSCRIPT, index, part.get("transcript").text());
      return;
    }
    whole(slot, index, part.get(slot == Slot.REFUSAL ? "refusal" : "text").text());
    Part said = parts.get(new Place(slot, index));
    int known = said == null ? 0 : said.annotations;
    // Those that came as events of their own are not reported twice.
    part.get("annotations").items().stream()
        .skip(known)
        .forEach(annotation -> annotate(slot, index, annotation));
  }

  private static @Nullable Slot slot(Json part) {
    return switch (part.get("type").textOrEmpty()) {
      case "output_text", "text" -> Slot.TEXT;
      case "refusal" -> Slot.REFUSAL;
      case "output_audio" -> Slot.AUDIO;
      default -> null;
    };
  }

  void annotate(Slot slot, int index, Json annotation) {
    Part part = part(slot, index);
    part.annotations++;
    String kind = annotation.get("type").textIfAny();
    if (part.block.isEnded()) {
      writer.unrecognized("annotation of an ended block", annotation.toText());
    } else {
      writer.annotation(part.block, kind == null ? "annotation" : kind, annotation.toText());
    }
  }

  @Override
  void settle(Json item) {
    List<Json> content = item.get("content").items();
    List<Integer> places = PartPlaces.match(streamedParts(), content.size());
    for (int i = 0; i < content.size(); i++) {
      Json part = content.get(i);
      wholePart(places.get(i), part);
      if (slot(part) == null && !isDone()) {
        writer.unrecognized("content part " + part.get("type").textOrEmpty(), part.toText());
      }
    }
  }

  private List<Integer> streamedParts() {
    return parts.keySet().stream()
        .filter(place -> place.slot() != Slot.TRANSCRIPT)
        .map(Place::part)
        .toList();
  }

  @Override
  void close(boolean complete) {
    List.copyOf(parts.values()).forEach(part -> writer.end(part.block, complete));
  }

  @Override
  void cut() {
    new ArrayList<>(parts.values()).forEach(part -> writer.end(part.block, part.whole));
  }

  @Override
  void forget() {
    parts.values().forEach(part -> part.block.forget());
    source = null;
  }

  boolean saysText() {
    return says(BlockKind.TEXT);
  }

  boolean refuses() {
    return says(BlockKind.REFUSAL);
  }

  private boolean says(BlockKind kind) {
    return parts.values().stream()
        .anyMatch(part -> part.block.kind() == kind && part.block.length() > 0);
  }

  @Override
  FinishReason reason() {
    return refuses() && !saysText() ? FinishReason.REFUSED : FinishReason.STOP;
  }
}
