package dev.weir.cli.chat;

import dev.weir.client.call.CallOptions;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.chat.Answerer;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers at the prompt: one provider at a time, all of them with the whole conversation before
 * them. Belongs to one thread, but for the events.
 */
public final class ProviderAnswerer implements Answerer, AutoCloseable {

  /** Finds a provider by its name. */
  @FunctionalInterface
  public interface Finder {
    ProviderOrSimulator find(String name) throws IOException;
  }

  private final CallOptions options;
  private final ProviderChat.Settings settings;
  private final Consumer<MetricsRecord> metrics;
  private final Consumer<String> say;
  private final Finder finder;
  private final Function<ShownStream, Consumer<StreamEvent>> panel;
  private final List<Message> messages = new ArrayList<>();
  private ProviderOrSimulator partner;
  private ProviderChat chat;
  private @Nullable Path recording;
  private int recorded;
  private ProviderChat.Outcome last = ProviderChat.Outcome.FAILED;

  /**
   * @param panel what takes events to where they are shown, with the phrases of the thinking
   */
  public ProviderAnswerer(
      ProviderOrSimulator first,
      CallOptions options,
      ProviderChat.Settings settings,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say,
      Finder finder,
      Function<ShownStream, Consumer<StreamEvent>> panel) {
    this.options = options;
    this.settings = settings;
    this.metrics = metrics;
    this.say = say;
    this.finder = finder;
    this.panel = panel;
    this.partner = first;
    this.recording = settings.recording();
    this.chat = chat(first, settings.modelName());
  }

  private ProviderChat chat(ProviderOrSimulator with, @Nullable String modelName) {
    var fresh =
        new ProviderChat.Settings(
            modelName, settings.system(), settings.thinking(), null, settings.traces());
    return new ProviderChat(with.provider(), options, fresh, messages, metrics, say);
  }

  @Override
  public String provider() {
    return partner.provider().name();
  }

  @Override
  public @Nullable String modelName() {
    return chat.modelName();
  }

  @Override
  public Answer ask(String prompt, ShownStream stream) {
    chat.needModel("/model");
    Path file = recording;
    if (file != null) {
      chat.recordNext(numbered(file, ++recorded));
    }
    ProviderChat.Answer answer = chat.begin(prompt, panel.apply(stream)::accept);
    return new Answer() {
      @Override
      public void await() throws InterruptedException {
        last = answer.await();
      }

      @Override
      public void cancel() {
        answer.cancel();
      }
    };
  }

  /** How the last answer ended. */
  public ProviderChat.Outcome last() {
    return last;
  }

  @Override
  public String model(String name) {
    chat.model(name);
    return "%s of %s answers from now on.".formatted(name, provider());
  }

  @Override
  public String provider(String name) {
    ProviderOrSimulator next;
    try {
      next = finder.find(name);
    } catch (IOException failed) {
      throw new IllegalArgumentException(failed.getMessage(), failed);
    }
    close();
    partner = next;
    chat = chat(next, null);
    return "%s answers from now on, and knows what was said.".formatted(provider());
  }

  /** Each answer gets a file of its own: a recording holds one stream. */
  @Override
  public String record(Path file) {
    Path first = numbered(file, 1);
    if (Files.exists(first)) {
      throw new IllegalArgumentException(first + " exists; name another file");
    }
    recording = file;
    recorded = 0;
    return "Answers are recorded in %s, %s, …".formatted(first, numbered(file, 2));
  }

  /** The file of one of several answers: the first has the name that was given. */
  public static Path numbered(Path file, int number) {
    if (number == 1) {
      return file;
    }
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot <= 0 ? name.length() : dot;
    return file.resolveSibling(name.substring(0, end) + "-" + number + name.substring(end));
  }

  @Override
  public String save(Path file) {
    var text = new StringBuilder();
    for (Message message : messages) {
      switch (message) {
        case Message.Instruction told -> entry(text, "Instruction", told.text());
        case Message.User user -> entry(text, "You", words(user.contents()));
        case Message.Assistant answer -> entry(text, "Answer", answer.text());
        case Message.Earlier answer -> {
          String model = answer.response().modelName();
          Verdict verdict = answer.response().verdict();
          String end = verdict == null || verdict.isNatural() ? "" : " (" + verdict + ")";
          String who = (model == null ? "Answer" : model) + end;
          entry(text, who, answer.response().text(BlockKind.TEXT));
        }
        case Message.ToolOutputs outputs ->
            outputs.outputs().forEach(output -> entry(text, output.toolName(), output.text()));
      }
    }
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException exists) {
      throw new IllegalArgumentException(file + " exists; name another file", exists);
    } catch (IOException failed) {
      throw new IllegalArgumentException("Cannot write %s: %s".formatted(file, failed), failed);
    }
    return "Written to %s.".formatted(file);
  }

  private static void entry(StringBuilder text, String who, String said) {
    text.append("## ").append(who).append("\n\n").append(said.strip()).append("\n\n");
  }

  private static String words(List<Content> contents) {
    var words = new StringBuilder();
    for (Content content : contents) {
      switch (content) {
        case Content.Text said -> words.append(said.text());
        case Content.Image picture -> words.append("(a picture)");
        case Content.ImageAt picture -> words.append('(').append(picture.url()).append(')');
        case Content.File file -> words.append("(a document)");
        case Content.FileAt file -> words.append('(').append(file.url()).append(')');
        case Content.Other other ->
            words.append("(something of ").append(other.dialect()).append(')');
      }
    }
    return words.toString();
  }

  @Override
  public void close() {
    chat.close();
    partner.close();
  }
}
