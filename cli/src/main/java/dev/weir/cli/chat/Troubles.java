package dev.weir.cli.chat;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import java.util.function.Consumer;

/**
 * Says beside an answer what is wrong with it, once: what a call could not get is reported by the
 * call itself, and may come as an event of the answer too.
 */
public final class Troubles implements Consumer<String> {
  private final Consumer<String> say;
  private String said = "";

  public Troubles(Consumer<String> say) {
    this.say = say;
  }

  @Override
  public synchronized void accept(String words) {
    said = words;
    say.accept(words);
  }

  /** Shows events, and says which of them mean trouble. */
  public ChatView beside(ChatView view) {
    return event -> {
      view.event(event);
      tell(event);
    };
  }

  private synchronized void tell(StreamEvent event) {
    switch (event) {
      case StreamEvent.Fault fault -> {
        if (!said.contains(fault.fault().message())) {
          accept(words(fault.fault()));
        }
      }
      case StreamEvent.BlockRepair repair ->
          accept("chunks were lost on the way; the text is as the provider said it at its end");
      case StreamEvent.UnrepairedGap gap -> accept("warning: " + gap.message());
      case StreamEvent.FailedTry tried -> {
        // A wait before the same one is asked again was reported when it began.
        if (tried.isSwitch() || tried.waitMillis() == 0) {
          accept(tried.message());
        }
      }
      case StreamEvent.Seam seam -> accept(seam.message());
      case StreamEvent fine -> {}
    }
  }

  private static String words(StreamFault fault) {
    String code = fault.code() == null ? "" : "[%s] ".formatted(fault.code());
    return switch (fault.kind()) {
      case PROVIDER_ERROR, CONNECTION, LIMIT -> "error: " + code + fault.message();
      case MALFORMED, CONTRADICTION, SEQUENCE, LATE, ORPHAN, SECOND_RESPONSE ->
          "warning: " + code + fault.message();
    };
  }
}
