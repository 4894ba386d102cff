package dev.weir.gateway.door;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.gateway.stream.StreamDescription;
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
 * What clients drop that have no place for a provider's reasoning, found again in the log: an
 * answer that called a tool is known by the ids of its calls, which every client returns.
 *
 * <p>Only answers that the same owner got from the same model count, and only the newest are looked
 * through.
 */
public final class Recollection {
  private static final int MOST_STREAMS = 200;
  private static final int PAGE = 50;
  private static final int MOST_REMEMBERED = 10_000;

  private final Streams streams;

  /** Which stream a call came with, so that the log is not looked through with every request. */
  private final Map<String, String> known =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  public Recollection(Streams streams) {
    this.streams = streams;
  }

  /** Whether a request has answers whose reasoning its client could not bring along. */
  public static boolean isNeeded(DoorRequest asked) {
    ReasoningCarrier carrier = asked.server().reasoningCarrier();
    boolean drops = carrier == ReasoningCarrier.NONE || carrier == ReasoningCarrier.DETAILS;
    return drops && !asked.dialect().equals(provider(asked)) && !wanted(asked).isEmpty();
  }

  /**
   * The request with those answers as the provider gave them, as far as the log has them. Blocks.
   */
  public DoorRequest of(DoorRequest asked, String owner) throws IOException {
    Map<String, Response> answers = answers(asked, owner);
    Dialect provider = provider(asked);
    String dialect = provider == null ? null : provider.word();
    List<Message> messages = new ArrayList<>();
    for (Message message : asked.request().messages()) {
      String call = firstCall(message, asked.dialect().word());
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
        .map(message -> firstCall(message, asked.dialect().word()))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** The id of the first call of an answer as the client's dialect had it. */
  private static @Nullable String firstCall(Message message, String dialect) {
    return message instanceof Message.Earlier earlier && dialect.equals(earlier.dialect())
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
      String stream = remembered(call);
      Summary summary = stream == null ? null : streams.find(stream, owner).orElse(null);
      if (summary != null) {
        take(summary, asked, missing, found);
      }
    }
    String from = null;
    for (int looked = 0; looked < MOST_STREAMS && !missing.isEmpty(); looked += PAGE) {
      Streams.Listed page = streams.list(owner, from, PAGE);
      for (Summary summary : page.streams()) {
        take(summary, asked, missing, found);
      }
      from = page.next();
      if (from == null) {
        break;
      }
    }
    return found;
  }

  private void take(
      Summary summary, DoorRequest asked, Set<String> missing, Map<String, Response> found)
      throws IOException {
    StreamDescription about = summary.about();
    boolean isSameModel =
        about.provider().equals(asked.choice().offer().name())
            && asked.choice().modelName().equals(about.model());
    if (missing.isEmpty() || !isSameModel) {
      return;
    }
    Response response = streams.response(summary);
    for (Block call : response.blocks(BlockKind.TOOL_CALL)) {
      String id = call.id();
      if (id != null && missing.remove(id)) {
        found.put(id, response);
        remember(id, about.id());
      }
    }
  }

  private @Nullable String remembered(String call) {
    synchronized (known) {
      return known.get(call);
    }
  }

  private void remember(String call, String stream) {
    synchronized (known) {
      known.put(call, stream);
    }
  }
}
