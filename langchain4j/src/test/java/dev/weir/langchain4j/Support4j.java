package dev.weir.langchain4j;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.List;

/**
 * What the suites must know of a dialect. Where it lacks something they expect it to be refused.
 */
record Support4j(Dialect dialect) {

  boolean hasResponseIds() {
    return !is(Dialects.OLLAMA, Dialects.BEDROCK);
  }

  boolean namesItsModel() {
    return !is(Dialects.BEDROCK, Dialects.COHERE);
  }

  boolean hasCallIds() {
    return !is(Dialects.OLLAMA, Dialects.GEMINI);
  }

  boolean takesStopTexts() {
    return !is(Dialects.OPENAI_RESPONSES);
  }

  boolean takesToolChoice() {
    return !is(Dialects.OLLAMA);
  }

  boolean takesAnyJson() {
    return !is(Dialects.ANTHROPIC, Dialects.BEDROCK);
  }

  boolean takesImageUrls() {
    return !is(Dialects.OLLAMA, Dialects.BEDROCK);
  }

  /** Several calls may grow at the same time, so that none is known to be whole before the end. */
  boolean endsCallsTogether() {
    return is(Dialects.OPENAI_CHAT);
  }

  private boolean is(Dialect... some) {
    return List.of(some).contains(dialect);
  }
}
