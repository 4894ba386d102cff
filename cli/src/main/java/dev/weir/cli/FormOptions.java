package dev.weir.cli;

import dev.weir.event.CompletionPolicy;
import picocli.CommandLine.Option;

/** In which form streams are printed: the options that decode and replay share. */
final class FormOptions {

  /** What to print. */
  enum Form {
    EVENTS,
    MESSAGE,
    TEXT,
    CHUNKS,
    LIFECYCLE,
    PHASES,
    PANELS
  }

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description = {
        "events     every event as it comes (default)",
        "message    one object per stream: text, reasoning, tool calls, verdict, usage",
        "text       what the model says, as it comes, and nothing else",
        "chunks     every frame, classified, with its raw payload",
        "lifecycle  what a chat front end receives, as server-sent events; times are those",
        "           of the recording; a capture has none, so there they are all 0",
        "phases     what each output is busy with, a line whenever that changes",
        "panels     for people: what the model thinks, says and calls, as it comes;",
        "           only for replay; plain text where the output is not a terminal"
      })
  private Form form = Form.EVENTS;

  @Option(
      names = "--openai-text",
      description = "lifecycle: frame text deltas as OpenAI chat chunks instead of text_delta.")
  private boolean openaiText;

  @Option(
      names = "--policy",
      paramLabel = "WHEN",
      description =
          "phases: when reasoning or content of an output is complete: on_transition (default), when"
              + " a later output starts or the stream ends; on_phase_end, as soon as it is.")
  private CompletionPolicy policy = CompletionPolicy.ON_TRANSITION;

  Form form() {
    return form;
  }

  boolean openaiText() {
    return openaiText;
  }

  CompletionPolicy policy() {
    return policy;
  }
}
