package dev.weir.gateway.door;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.StreamIndex;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the log what clients drop of an answer because only its provider can read it: an answer
 * that called a tool is known by the ids of its calls, which every client returns. Clients of
 * another dialect have no place for it; those of the same drop fields that they do not know.
 *
 * <p>Only answers that the same owner got from the same model count, and only the newest are
 * searched.
 */
public final class Recollection {
  private static final int MOST_STREAMS = 200;
  private static final int PAGE = 50;
  private static final int MOST_REMEMBERED = 10_000;

  private final Streams streams;

  private record Call(String owner, String provider, String model, String id) {}

  /**
   * Which stream a call came with.
   *
   * @param stream absent if the log has none
   * @param isOpaque whether its answer has what only the provider can read
   */
  private record Place(@Nullable String stream, boolean isOpaque) {}

  /** What is known about calls, so that the log is not searched with every request. */
  private final Map<Call, Place> known =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Call, Place> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  public Recollection(Streams streams) {
    this.streams = streams;
  }

  /** Whether a request has answers that its client may not have returned whole. */
  public static boolean isNeeded(DoorRequest asked) {
    ReasoningCarrier carrier = asked.server().reasoningCarrier();
    boolean drops = carrier == ReasoningCarrier.NONE || carrier == ReasoningCarrier.DETAILS;
    return drops && !wanted(asked).isEmpty();
  }

  private static boolean isStraight(DoorRequest asked) {
    return asked.dialect().equals(provider(asked));
  }

  /** Whether an answer has what only its provider can read. */
  private static boolean isOpaque(Response answer) {
    return answer.blocks().stream()
        .anyMatch(block ->
            block.signature() != null
                || (block.kind() == BlockKind.TOOL_CALL && block.source() != null)
                || (block.kind() == BlockKind.REASONING && isOpaque(block)));
  }

  private static boolean isOpaque(Block thought) {
    Reasoning reasoning = thought.reasoning();
    return thought.source() != null
        || (reasoning != null && (reasoning.encrypted() != null || reasoning.signature() != null));
  }

  /**
   * The request with those answers as the provider gave them, as far as the log has them. Blocks.
   */
  public DoorRequest of(DoorRequest asked, String owner) throws IOException {
    Map<String, Response> answers = answers(asked, owner);
    if (answers.isEmpty()) {
      return asked;
    }
    Dialect provider = provider(asked);
    String dialect = provider == null ? null : provider.word();
    List<Message> messages = new ArrayList<>();
    for (Message message : asked.request().messages()) {
      String call = firstCall(message, asked);
      Response answer = call == null ? null : answers.get(call);
      List<Message> back = answer == null ? List.of() : GoingBack.unanswered(answer, dialect);
      messages.add(back.size() == 1 ? back.getFirst() : message);
    }
    return asked.withMessages(messages);
  }

  private static @Nullable Dialect provider(DoorRequest asked) {
    return asked.choice().offer().upstream().dialect();
  }

  private static Set<String> wanted(DoorRequest asked) {
    return asked.request().messages().stream()
        .map(message -> firstCall(message, asked))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** The id of the first call of an answer of which the client may have dropped something. */
  private static @Nullable String firstCall(Message message, DoorRequest asked) {
    return message instanceof Message.Earlier earlier
            && asked.dialect().word().equals(earlier.dialect())
            && !(isStraight(asked) && isOpaque(earlier.response()))
        ? earlier.response().blocks(BlockKind.TOOL_CALL).stream()
            .map(Block::id)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null)
        : null;
  }

  private Map<String, Response> answers(DoorRequest asked, String owner) throws IOException {
    Set<String> missing = new HashSet<>(wanted(asked));
    Map<String, Response> found = new HashMap<>();
    for (String call : List.copyOf(missing)) {
      Place place = remembered(call(asked, owner, call));
      if (place == null) {
        continue;
      }
      String stream = place.stream();
      if (stream == null || (isStraight(asked) && !place.isOpaque())) {
        missing.remove(call);
        continue;
      }
      Summary summary = streams.index().find(stream, owner).orElse(null);
      if (summary != null) {
        take(summary, asked, owner, missing, found);
      }
    }
    String from = null;
    for (int looked = 0; looked < MOST_STREAMS && !missing.isEmpty(); looked += PAGE) {
      StreamIndex.Listed page = streams.index().list(owner, from, PAGE);
      for (Summary summary : page.streams()) {
        take(summary, asked, owner, missing, found);
      }
      from = page.next();
      if (from == null) {
        break;
      }
    }
    missing.forEach(
        call -> remember(call(asked, owner, call), new Place(null, /* isOpaque= */ false)));
    return found;
  }

  private static Call call(DoorRequest asked, String owner, String id) {
    ModelChoice choice = asked.choice();
    return new Call(owner, choice.offer().name(), choice.modelName(), id);
  }

  private void take(
      Summary summary,
      DoorRequest asked,
      String owner,
      Set<String> missing,
      Map<String, Response> found)
      throws IOException {
    StreamDescription about = summary.about();
    boolean isSameModel =
        about.provider().equals(asked.choice().offer().name())
            && asked.choice().modelName().equals(about.model());
    if (missing.isEmpty() || !isSameModel) {
      return;
    }
    Response response = streams.facts().response(summary);
    boolean isOpaque = isOpaque(response);
    for (Block call : response.blocks(BlockKind.TOOL_CALL)) {
      String id = call.id();
      if (id != null && missing.remove(id)) {
        remember(call(asked, owner, id), new Place(about.id(), isOpaque));
        if (isOpaque || !isStraight(asked)) {
          found.put(id, response);
        }
      }
    }
  }

  private @Nullable Place remembered(Call call) {
    synchronized (known) {
      return known.get(call);
    }
  }

  private void remember(Call call, Place place) {
    synchronized (known) {
      known.put(call, place);
    }
  }
}
