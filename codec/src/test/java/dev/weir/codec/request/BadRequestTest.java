package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a request is said with the way that leads to it. */
class BadRequestTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          openai-chat      ; []                                                                    ; expected an object, saw []
          openai-chat      ; {'model':'m'}                                                         ; messages: expected an array, saw nothing
          openai-chat      ; {'messages':'hi'}                                                     ; messages: expected an array, saw "hi"
          openai-chat      ; {'messages':[{'role':'wizard','content':'x'}]}                        ; messages[0].role: expected system, developer, user, assistant or tool, saw "wizard"
          openai-chat      ; {'messages':[{'role':'user','content':[{'text':'x'}]}]}               ; messages[0].content[0].type: expected a text, saw nothing
          openai-chat      ; {'messages':[{'role':'tool','content':'x'}]}                          ; messages[0].tool_call_id: expected a text, saw nothing
          openai-chat      ; {'messages':[],'temperature':'hot'}                                   ; temperature: expected a number, saw "hot"
          openai-chat      ; {'messages':[],'temperature':1e999}                                   ; temperature: expected a number within bounds, saw 1e999
          openai-chat      ; {'messages':[],'max_tokens':-1}                                       ; max_tokens: expected a whole number from 0 to 2,147,483,647, saw -1
          openai-chat      ; {'messages':[],'stream':'yes'}                                        ; stream: expected true or false, saw "yes"
          openai-chat      ; {'messages':[],'tools':[{'function':{}}]}                             ; tools[0].function.name: expected a text, saw nothing
          openai-responses ; {'input':7}                                                           ; input: expected an array, saw 7
          openai-responses ; {'input':[{'role':'user','content':[{'type':'input_text'}]}]}         ; input[0].content[0].text: expected a text, saw nothing
          anthropic        ; {'messages':[{'role':'user','content':[{'type':'tool_result'}]}]}     ; messages[0].content[0].tool_use_id: expected a text, saw nothing
          anthropic        ; {'messages':[{'role':'user','content':[{'type':'image','source':{'type':'base64'}}]}]} ; messages[0].content[0].source.media_type: expected a text, saw nothing
          gemini           ; {'contents':[{'role':'assistant','parts':[]}]}                        ; contents[0].role: expected user or model, saw "assistant"
          gemini           ; {'contents':[{'parts':'x'}]}                                          ; contents[0].parts: expected an array, saw "x"
          bedrock          ; {'messages':[{'role':'user','content':'x'}]}                          ; messages[0].content: expected an array, saw "x"
          ollama           ; {'messages':[{'role':'user','content':'x','images':[1]}]}             ; messages[0].images[0]: expected a text, saw 1
          cohere           ; {'messages':[{'role':'bot','content':'x'}]}                           ; messages[0].role: expected system, user, assistant or tool, saw "bot"
          """)
  void theWayToTheWrongFieldIsNamed(String dialect, String body, String message) {
    Json json = new JsonReader(/* maxDepth= */ 50, 1 << 20).read(body.replace('\'', '"'));

    assertThatThrownBy(() -> Rewritten.read(Dialects.named(dialect), json))
        .isInstanceOf(BadRequestException.class)
        .hasMessage(message);
  }
}
