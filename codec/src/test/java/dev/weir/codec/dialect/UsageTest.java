package dev.weir.codec.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** E7: the same numbers mean the same, whatever the provider. */
class UsageTest {
  /** A hundred tokens in, of which 60 from a cache; twenty out, of which five are thinking. */
  private static final String CHAT =
      "{'id':'r','model':'m','choices':[{'index':0,'delta':{'content':'Hi'},'finish_reason':'stop'}],"
          + "'usage':%s}";

  private static final String RESPONSES =
      "{'type':'response.completed','sequence_number':0,'response':{'id':'r','status':'completed',"
          + "'output':[],'usage':%s}}";
  private static final String ANTHROPIC =
      "{'type':'message','id':'r','role':'assistant','content':[],'stop_reason':'end_turn','usage':%s}";
  private static final String GEMINI =
      "{'candidates':[{'content':{'parts':[{'text':'Hi'}]},'finishReason':'STOP'}],"
          + "'usageMetadata':%s}";
  private static final String INTERACTIONS =
      "{'event_type':'interaction.completed','interaction':{'id':'r','status':'completed','usage':%s}}";
  private static final String COHERE =
      "{'type':'message-end','delta':{'finish_reason':'COMPLETE','usage':%s}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "openai-chat | {'prompt_tokens':100,'completion_tokens':20,'total_tokens':120,"
            + "'prompt_tokens_details':{'cached_tokens':60},"
            + "'completion_tokens_details':{'reasoning_tokens':5}}",
        // xAI counts thinking apart; only the total tells.
        "openai-chat | {'prompt_tokens':100,'completion_tokens':15,'total_tokens':120,"
            + "'prompt_tokens_details':{'cached_tokens':60},"
            + "'completion_tokens_details':{'reasoning_tokens':5}}",
        "openai-responses | {'input_tokens':100,'output_tokens':20,'total_tokens':120,"
            + "'input_tokens_details':{'cached_tokens':60},"
            + "'output_tokens_details':{'reasoning_tokens':5}}",
        "anthropic | {'input_tokens':40,'cache_read_input_tokens':60,'output_tokens':20,"
            + "'output_tokens_details':{'thinking_tokens':5}}",
        "gemini | {'promptTokenCount':90,'toolUsePromptTokenCount':10,'candidatesTokenCount':15,"
            + "'thoughtsTokenCount':5,'cachedContentTokenCount':60,'totalTokenCount':120}",
        "gemini-interactions | {'total_input_tokens':90,'total_tool_use_tokens':10,"
            + "'total_output_tokens':15,'total_thought_tokens':5,'total_cached_tokens':60}",
        "cohere | {'tokens':{'input_tokens':100,'output_tokens':20,'reasoning_tokens':5},"
            + "'cached_tokens':60}",
      })
  void inputIsAllInputAndOutputIsAllOutput(String word, String usage) {
    Usage seen = usage(word, usage);
    assertThat(seen.withRaw(null)).isEqualTo(new Usage(100L, 20L, 5L, 60L, null));
    assertThat(seen.raw()).isEqualTo(canonical(usage));
  }

  @Test
  void whatAnthropicWritesToACacheIsInputToo() {
    Usage seen =
        usage(
            "anthropic",
            "{'input_tokens':3,'cache_creation_input_tokens':4,'cache_read_input_tokens':1}");
    assertThat(seen.withRaw(null)).isEqualTo(new Usage(8L, null, null, 1L, 4L));
    assertThat(seen.uncachedInputTokens()).isEqualTo(3);
  }

  @Test
  void aReportThatLeavesTheCacheOutDoesNotShrinkTheInput() {
    List<StreamEvent> events =
        Decoded.events(
            Dialects.ANTHROPIC,
            Decoded.sse(
                json(
                    "{'type':'message_start','message':{'id':'r','content':[],"
                        + "'usage':{'input_tokens':3,'cache_read_input_tokens':5,'output_tokens':1}}}"),
                json(
                    "{'type':'message_delta','delta':{'stop_reason':'end_turn'},"
                        + "'usage':{'input_tokens':3,'output_tokens':7,'service_tier':null}}")));
    assertThat(end(events))
        .isEqualTo(
            new Usage(8L, 7L, null, 5L, null)
                .withRaw(json("{'cache_read_input_tokens':5,'input_tokens':3,'output_tokens':7}")));
  }

  @Test
  void aPartThatIsLargerThanTheWholeIsNotAPartOfIt() {
    // Mistral counts cached tokens in blocks.
    Usage seen =
        usage("openai-chat", "{'prompt_tokens':10,'completion_tokens':2,'num_cached_tokens':64}");
    assertThat(seen.withRaw(null)).isEqualTo(new Usage(10L, 2L, null, null, null));
    assertThat(seen.raw()).contains("64");
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, openai-chat", "anthropic, gemini", "gemini, anthropic", "gemini, openai-responses",
    "openai-chat, anthropic", "openai-responses, gemini", "cohere, anthropic", "gemini, openai-chat"
  })
  void theCountsSurviveTheWayThroughAnotherDialect(String from, String to) {
    String usage =
        switch (from) {
          case "anthropic" ->
              "{'input_tokens':40,'cache_read_input_tokens':60,'output_tokens':20,"
                  + "'output_tokens_details':{'thinking_tokens':5}}";
          case "gemini" ->
              "{'promptTokenCount':100,'candidatesTokenCount':15,'thoughtsTokenCount':5,"
                  + "'cachedContentTokenCount':60}";
          case "cohere" ->
              "{'tokens':{'input_tokens':100,'output_tokens':20,'reasoning_tokens':5},"
                  + "'cached_tokens':60}";
          case "openai-chat" ->
              "{'prompt_tokens':100,'completion_tokens':20,"
                  + "'prompt_tokens_details':{'cached_tokens':60},"
                  + "'completion_tokens_details':{'reasoning_tokens':5}}";
          default ->
              "{'input_tokens':100,'output_tokens':20,'input_tokens_details':{'cached_tokens':60},"
                  + "'output_tokens_details':{'reasoning_tokens':5}}";
        };
    List<StreamEvent> events = events(from, usage);
    RoundTrip trip = RoundTrip.of(dialect(to), dialect(from), events);
    assertThat(end(trip.after()).withRaw(null)).isEqualTo(end(events).withRaw(null));
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai-chat", "openai-responses", "gemini"})
  void whatAProviderSaysBesideTheCountsComesBackInItsOwnDialect(String word) {
    Usage before = usage(word, "{'input_tokens':1,'service_tier':'standard','of':[{'n':1}]}");
    // The name of the input differs; what else there is does not matter to any of them.
    if (before.equals(Usage.NONE)) {
      before = usage(word, "{'promptTokenCount':1,'service_tier':'standard','of':[{'n':1}]}");
    }
    List<StreamEvent> events =
        List.of(
            new StreamEvent.ResponseStart("r", "m"),
            new ResponseEnd(Verdict.COMPLETE, null, before));
    RoundTrip trip = RoundTrip.of(dialect(word), dialect(word), events);
    assertThat(end(trip.after())).isEqualTo(before);
    assertThat(before.raw()).contains("standard");
  }

  @Test
  void namesWithoutEndDoNotFillTheMemory() {
    String[] chunks = new String[1000];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = json(CHAT.formatted("{'prompt_tokens':%d,'n%d':1}".formatted(i, i)));
    }
    Usage seen = end(Decoded.events(Dialects.OPENAI_CHAT, Decoded.sse(chunks)));
    assertThat(seen.inputTokens()).isEqualTo(999);
    assertThat(seen.raw()).hasSizeLessThan(4_000);
  }

  private static Usage usage(String word, String usage) {
    return end(events(word, usage));
  }

  private static List<StreamEvent> events(String word, String usage) {
    String chunk =
        switch (word) {
          case "openai-chat" -> CHAT;
          case "openai-responses" -> RESPONSES;
          case "anthropic" -> ANTHROPIC;
          case "gemini" -> GEMINI;
          case "gemini-interactions" -> INTERACTIONS;
          default -> COHERE;
        };
    return Decoded.events(dialect(word), Decoded.sse(json(chunk.formatted(usage))));
  }

  private static Usage end(List<StreamEvent> events) {
    @Nullable Usage usage = ((ResponseEnd) events.getLast()).usage();
    return Objects.requireNonNullElse(usage, Usage.NONE);
  }

  private static Dialect dialect(String word) {
    return Dialects.named(word);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static String canonical(String usage) {
    return JsonText.canonical(Objects.requireNonNull(ProviderJson.parse(json(usage))));
  }
}
