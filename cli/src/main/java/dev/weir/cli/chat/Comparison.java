package dev.weir.cli.chat;

import dev.weir.client.call.CallOptions;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks several providers the same thing at the same time, or one alone. One that fails does not
 * stop the others.
 */
public final class Comparison implements AutoCloseable {
  private final List<Side> sides = new ArrayList<>();
  private boolean cancelled;

  /** One of those who are asked. */
  public static final class Side {
    private final ProviderOrSimulator partner;
    private final ProviderChat chat;
    private ProviderChat.@Nullable Answer answer;

    private Side(ProviderOrSimulator partner, ProviderChat chat) {
      this.partner = partner;
      this.chat = chat;
    }

    public String provider() {
      return partner.partner().name();
    }

    public @Nullable String modelName() {
      return chat.modelName();
    }

    ProviderChat chat() {
      return chat;
    }
  }

  /**
   * @param partners who is asked; they are closed with this
   * @param models which model each of them is to use; none, or as many as there are partners
   * @param settings what holds for all; each answer is recorded in a file of its own
   */
  public Comparison(
      List<ProviderOrSimulator> partners,
      List<String> models,
      CallOptions options,
      ProviderChat.Settings settings,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    this(partners, models, options, settings, new Talk(), metrics, say);
  }

  /**
   * Continues a conversation, of which each has its own copy.
   *
   * @param before what was said so far
   */
  Comparison(
      List<ProviderOrSimulator> partners,
      List<String> models,
      CallOptions options,
      ProviderChat.Settings settings,
      Talk before,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    for (int i = 0; i < partners.size(); i++) {
      Path file = settings.recording();
      ProviderChat.Settings own =
          settings.with(
              models.isEmpty() ? null : models.get(i),
              file == null ? null : FileNumbers.numbered(file, i + 1));
      ProviderOrSimulator partner = partners.get(i);
      var chat =
          new ProviderChat(
              partner.partner(), options, own, Talk.copyOf(before), inTurn(metrics), inTurn(say));
      sides.add(new Side(partner, chat));
    }
  }

  /** Answers come on threads of their own. */
  private <T> Consumer<T> inTurn(Consumer<T> sink) {
    return value -> {
      synchronized (sink) {
        sink.accept(value);
      }
    };
  }

  /** Who is asked, in their order. */
  List<Side> sides() {
    return List.copyOf(sides);
  }

  /**
   * Asks all, and returns when the last has answered.
   *
   * @param views makes the view of each answer; in the order of the partners, before any is asked
   * @param ended told of each in their order, when it and all before it have answered
   * @return how each answer ended
   */
  public List<ProviderChat.Outcome> ask(
      Question question, Function<? super Side, ChatView> views, Consumer<? super Side> ended)
      throws InterruptedException {
    begin(question, views);
    return await(ended);
  }

  /**
   * Asks all, without waiting for the answers.
   *
   * @throws IllegalArgumentException if the only one cannot be asked this
   */
  void begin(Question question, Function<? super Side, ChatView> views) {
    List<ChatView> shown = new ArrayList<>();
    sides.forEach(side -> shown.add(views.apply(side)));
    for (int i = 0; i < sides.size(); i++) {
      begin(sides.get(i), question, shown.get(i));
    }
  }

  /** Waits for all answers. */
  List<ProviderChat.Outcome> await(Consumer<? super Side> ended) throws InterruptedException {
    List<ProviderChat.Outcome> outcomes = new ArrayList<>();
    for (Side side : sides) {
      ProviderChat.Answer answer = side.answer;
      outcomes.add(answer == null ? ProviderChat.Outcome.FAILED : answer.await());
      ended.accept(side);
    }
    forget();
    return outcomes;
  }

  /** A question is not cancelled because an earlier one was. */
  private synchronized void forget() {
    cancelled = false;
    sides.forEach(side -> side.answer = null);
  }

  private synchronized void begin(Side side, Question question, ChatView view) {
    try {
      ProviderChat.Answer answer = side.chat.begin(question, view);
      side.answer = answer;
      if (cancelled) {
        answer.cancel();
      }
    } catch (IllegalArgumentException cannot) {
      if (sides.size() == 1) {
        throw cannot;
      }
      // Nothing was sent; the others can still answer.
      String words = String.valueOf(cannot.getMessage());
      view.event(
          new StreamEvent.Fault(
              new StreamFault(StreamFault.Kind.PROVIDER_ERROR, /* code= */ null, words)));
      view.event(new StreamEvent.ResponseEnd(Verdict.FAILED, /* word= */ null, /* usage= */ null));
    }
  }

  /** Ends all answers early; what came stays. Any thread may call. */
  public synchronized void cancel() {
    cancelled = true;
    for (Side side : sides) {
      ProviderChat.Answer answer = side.answer;
      if (answer != null) {
        answer.cancel();
      }
    }
  }

  @Override
  public void close() {
    for (Side side : sides) {
      side.chat.close();
      side.partner.close();
    }
  }
}
