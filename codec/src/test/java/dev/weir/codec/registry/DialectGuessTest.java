package dev.weir.codec.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectGuessTest {

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          gemini              ; data: {'candidates':[{'content':{}}]}
          gemini              ; data: {'response':{'candidates':[]},'traceId':'t'}
          gemini              ; data: {'promptFeedback':{'blockReason':'SAFETY'}}
          gemini              ; [{'candidates':[{'content':{}}]}
          gemini              ; [{'error':{'code':404,'message':'no','status':'NOT_FOUND'}}]
          gemini              ; {'error':{'code':404,'message':'no','status':'NOT_FOUND'}}
          gemini-interactions ; data: {'event_type':'interaction.created','interaction':{'id':'i'}}
          gemini-interactions ; data: {'event_type':'step.start','index':0}
          ollama              ; {'model':'m','message':{'role':'assistant','content':''},'done':false}
          ollama              ; {'model':'m','response':'a','done':false}
          cohere              ; data: {'type':'message-start','id':'r'}
          cohere              ; {'is_finished':false,'event_type':'stream-start','generation_id':'g'}
          openai-chat         ; data: {'choices':[]}
          openai-chat         ; {'error':{'message':'no','type':'invalid_request_error'}}
          """)
  void theFirstFrameTellsTheDialect(String dialect, String stream) {
    byte[] head = (stream.replace('\'', '"') + "\n\n").getBytes(UTF_8);

    assertThat(DialectGuess.of(head, /* isWhole= */ true).map(Dialect::word)).contains(dialect);
  }

  @Test
  void anArrayTellsItsDialectBeforeItIsWhole() {
    byte[] head = "[{\"candidates\":[]},\n{\"cand".getBytes(UTF_8);

    assertThat(DialectGuess.of(head, /* isWhole= */ false)).contains(Dialects.GEMINI);
  }

  @Test
  void whatHasNoMarksIsNotGuessed() {
    assertThat(DialectGuess.of("data: {\"a\":1}\n\n".getBytes(UTF_8), /* isWhole= */ true))
        .isEmpty();
  }
}
