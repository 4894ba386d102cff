package dev.weir.codec.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.CarriedFields;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events written in a dialect and read back, and the difference that no loss explains.
 *
 * <p>Compared is what the dialects can promise: usage by its last numbers, deltas by their joined
 * text, the provider's own JSON by its value, and the ends of blocks block by block, because chat
 * chunks and Gemini's end a block only when something else begins or all ends. Fields that have no
 * place in events are compared by their last values: they ride on the next chunk.
 */
public record RoundTrip(
    List<StreamEvent> before,
    Bytes bytes,
    List<StreamEvent> after,
    List<Loss> losses,
    boolean sameDialect) {

  public static RoundTrip of(Dialect to, Dialect from, List<StreamEvent> events) {
    return of(to, from, events, EncodeOptions.DEFAULT);
  }

  public static RoundTrip of(
      Dialect to, Dialect from, List<StreamEvent> events, EncodeOptions options) {
    var bytes = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(to, from, options);
    events.forEach(event -> encoder.accept(event, bytes::writeBytes));
    List<StreamEvent> after = Decoded.events(to, List.of(bytes.toByteArray()));
    return new RoundTrip(
        events,
        Bytes.of(bytes.toByteArray()),
        after,
        encoder.losses(),
        from.asSourceFor(to).sameDialect());
  }

  public String text() {
    return bytes.toString();
  }

  /** The first difference that no loss explains, in words. */
  public Optional<String> unexplained() {
    List<StreamEvent> wanted = normal(before);
    List<StreamEvent> seen = normal(after);
    var alignment = new Alignment(withoutEnds(wanted), withoutEnds(seen), losses);
    return alignment
        .difference()
        .or(() -> alignment.differenceOfEnds(ends(wanted), ends(seen)))
        .or(this::lostField);
  }

  /** A field that has no place in events, and did not come back although it was kept. */
  private Optional<String> lostField() {
    if (!sameDialect || after.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> seen = fields(after);
    return fields(before).entrySet().stream()
        .filter(field -> !field.getValue().equals(seen.get(field.getKey())))
        .map(field ->
            "%s before:%n  %s%nafter:%n  %s"
                .formatted(field.getKey(), field.getValue(), seen.get(field.getKey())))
        .findFirst();
  }

  private static Map<String, String> fields(List<StreamEvent> events) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (StreamEvent event : events) {
      if (isField(event) && event instanceof Unrecognized field && field.whole() != null) {
        fields.put(field.type(), Objects.requireNonNull(canonical(field.whole())));
      }
    }
    return fields;
  }

  private static boolean isField(StreamEvent event) {
    return event instanceof Unrecognized field && CarriedFields.path(field) != null;
  }

  /** What our own decoder finds wrong or unknown in what our encoder wrote. */
  public List<String> complaints() {
    return after.stream()
        .filter(e ->
            (e instanceof Unrecognized unknown && !isKnownBefore(unknown))
                || e instanceof SequenceGap
                || (e instanceof Fault f && f.fault().kind() != StreamFault.Kind.PROVIDER_ERROR))
        .map(EventJson::write)
        .toList();
  }

  private boolean isKnownBefore(Unrecognized event) {
    return sameDialect
        && before.stream()
            .anyMatch(e -> e instanceof Unrecognized u && u.type().equals(event.type()));
  }

  private static List<StreamEvent> withoutEnds(List<StreamEvent> events) {
    return events.stream().filter(e -> !(e instanceof BlockEnd) && !isField(e)).toList();
  }

  private static Map<Integer, BlockEnd> ends(List<StreamEvent> events) {
    Map<Integer, BlockEnd> ends = new HashMap<>();
    for (StreamEvent event : events) {
      if (event instanceof BlockEnd end) {
        ends.put(end.block().block(), end);
      }
    }
    return ends;
  }

  /** Whether an event was left out whole. */
  private boolean isLeftOut(StreamEvent event) {
    return losses.stream()
            .anyMatch(loss ->
                loss.what().equals("event")
                    && loss.event().equals(EventJson.type(event))
                    && Objects.equals(loss.block(), Alignment.block(event)))
        && (!(event instanceof Fault fault) || isOurs(fault));
  }

  /** Whether a fault is one of ours, or what was written for it because the response failed. */
  private boolean isOurs(Fault fault) {
    return before.stream()
        .anyMatch(e ->
            e instanceof Fault f
                && f.fault().kind() != StreamFault.Kind.PROVIDER_ERROR
                && f.fault().message().equals(fault.fault().message()));
  }

  private List<StreamEvent> normal(List<StreamEvent> events) {
    List<StreamEvent> normal = new ArrayList<>();
    for (StreamEvent event : events) {
      if (isLeftOut(event)) {
        continue;
      }
      int previous = normal.size() - 1;
      while (previous >= 0 && normal.get(previous) instanceof BlockEnd) {
        previous--;
      }
      StreamEvent last = previous < 0 ? null : normal.get(previous);
      if (event instanceof BlockDelta delta
          && last instanceof BlockDelta before
          && before.block().equals(delta.block())
          && before.part() == delta.part()) {
        normal.set(
            previous, new BlockDelta(delta.block(), delta.part(), before.text() + delta.text()));
      } else if (!(event instanceof UsageUpdate)) {
        normal.add(canonical(event));
      }
    }
    return normal;
  }

  private StreamEvent canonical(StreamEvent event) {
    if (event instanceof BlockEnd e) {
      return new BlockEnd(
          e.block(),
          e.complete(),
          e.reasoning(),
          e.arguments(),
          e.signature(),
          canonical(e.source()));
    }
    if (event instanceof Annotation e) {
      String json = canonical(e.json());
      return new Annotation(e.block(), e.kind(), json == null ? "" : json);
    }
    if (event instanceof BlockStart e) {
      Map<String, String> origin = new LinkedHashMap<>();
      e.origin()
          .forEach((name, value) -> origin.put(name, Objects.requireNonNull(canonical(value))));
      return new BlockStart(e.block(), e.kind(), e.id(), e.name(), e.synthetic(), origin);
    }
    boolean isOwn = before.getLast() instanceof ResponseEnd end && hasRaw(end) && sameDialect;
    if (event instanceof ResponseEnd e && hasRaw(e) && !isOwn) {
      // Another dialect has other numbers of its own, and what a test made up has none.
      Usage counts = Objects.requireNonNull(e.usage()).withRaw(null);
      return new ResponseEnd(e.verdict(), e.word(), counts, e.passUsage(), e.reasoning());
    }
    return event;
  }

  private static boolean hasRaw(ResponseEnd end) {
    return end.usage() != null && end.usage().raw() != null;
  }

  private static @Nullable String canonical(@Nullable String text) {
    Json json = ProviderJson.parse(text);
    return json == null ? text : JsonText.canonical(json);
  }

  /** Walks both sequences side by side. */
  private static final class Alignment {
    private final List<StreamEvent> before;
    private final List<StreamEvent> after;
    private final List<Loss> losses;
    private final Map<Integer, BlockId> renumbered = new HashMap<>();

    Alignment(List<StreamEvent> before, List<StreamEvent> after, List<Loss> losses) {
      this.before = before;
      this.after = after;
      this.losses = losses;
    }

    Optional<String> difference() {
      int i = 0;
      int j = 0;
      while (i < before.size() || j < after.size()) {
        StreamEvent wanted = i < before.size() ? before.get(i) : null;
        StreamEvent seen = j < after.size() ? renumbered(after.get(j), wanted) : null;
        boolean equal = wanted != null && wanted.equals(seen);
        if (!equal && seen instanceof OutputEnd && isMadeUp()) {
          j++;
          continue;
        }
        boolean excused = wanted != null && !equal && isLost(wanted);
        if (!equal && !excused) {
          return Optional.of(
              "event %d before:%n  %s%nevent %d after:%n  %s%nlosses: %s"
                  .formatted(i, line(wanted), j, line(seen), losses));
        }
        boolean isVariant = equal || (seen != null && isVariant(wanted, seen));
        if (isVariant && wanted instanceof BlockStart start) {
          renumbered.put(((BlockStart) after.get(j)).block().block(), start.block());
        }
        i++;
        j += isVariant ? 1 : 0;
      }
      return Optional.empty();
    }

    /** Whether a reason was written where the provider gave none. */
    private boolean isMadeUp() {
      return losses.stream()
          .anyMatch(loss -> loss.event().equals("response_end") && loss.what().equals("word"));
    }

    /** Compares the ends of the blocks that both sides have. */
    Optional<String> differenceOfEnds(Map<Integer, BlockEnd> wanted, Map<Integer, BlockEnd> seen) {
      for (BlockEnd end : seen.values()) {
        StreamEvent renumbered = renumbered(end, /* wanted= */ null);
        BlockId block = Objects.requireNonNull(block(renumbered));
        BlockEnd original = wanted.get(block.block());
        if (original != null && !original.equals(renumbered) && !isLost(original)) {
          return Optional.of(
              "before:%n  %s%nafter:%n  %s%nlosses: %s"
                  .formatted(line(original), line(renumbered), losses));
        }
      }
      return Optional.empty();
    }

    private static String line(@Nullable StreamEvent event) {
      return event == null ? "nothing" : EventJson.write(event);
    }

    private boolean isLost(StreamEvent event) {
      String type = EventJson.type(event);
      BlockId block = block(event);
      return losses.stream()
          .anyMatch(loss -> loss.event().equals(type) && Objects.equals(loss.block(), block));
    }

    private static boolean isVariant(@Nullable StreamEvent wanted, StreamEvent seen) {
      return wanted != null
          && wanted.getClass() == seen.getClass()
          && Objects.equals(block(wanted), block(seen));
    }

    private static @Nullable BlockId block(StreamEvent event) {
      return switch (event) {
        case BlockStart e -> e.block();
        case BlockDelta e -> e.block();
        case BlockEnd e -> e.block();
        case Annotation e -> e.block();
        case ToolProgress e -> e.block();
        default -> null;
      };
    }

    /** A lost block shifts the numbers of those after it. */
    private StreamEvent renumbered(StreamEvent event, @Nullable StreamEvent wanted) {
      if (event instanceof BlockStart e && wanted instanceof BlockStart w) {
        return e.kind() == w.kind() && e.block().output() == w.block().output()
            ? new BlockStart(w.block(), e.kind(), e.id(), e.name(), e.synthetic(), e.origin())
            : event;
      }
      BlockId block = block(event);
      BlockId mapped = block == null ? null : renumbered.get(block.block());
      if (mapped == null) {
        return event;
      }
      return switch (event) {
        case BlockDelta e -> new BlockDelta(mapped, e.part(), e.text());
        case BlockEnd e ->
            new BlockEnd(
                mapped, e.complete(), e.reasoning(), e.arguments(), e.signature(), e.source());
        case Annotation e -> new Annotation(mapped, e.kind(), e.json());
        case ToolProgress e -> new ToolProgress(mapped, e.status());
        default -> event;
      };
    }
  }
}
