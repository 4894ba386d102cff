package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C1: what each dialect's frames are about, as its table says. */
class ChunkTablesTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          gemini; {'candidates':[{'content':{'parts':[{'text':'a'},{'text':'b'}]}}]}              ; assistant ab GenerateContentResponse
          gemini; {'candidates':[{'content':{'parts':[{'text':'h','thought':true},{'text':'a'}]}}]}; reasoning h GenerateContentResponse
          gemini; {'candidates':[{'content':{'parts':[{'functionCall':{'name':'f','args':{'b':1,'a':2}}}]}}]}; function_arguments {'a':2,'b':1} GenerateContentResponse
          gemini; {'candidates':[{'content':{'parts':[{'functionCall':{'partialArgs':[]}}]}}]}    ; function_arguments null GenerateContentResponse
          gemini; {'candidates':[{'content':{'parts':[{'executableCode':{'code':'1'}}]}}]}        ; function_arguments 1 GenerateContentResponse
          gemini; {'candidates':[{'content':{'parts':[{'codeExecutionResult':{'output':'1'}}]}}]} ; tool_output 1 GenerateContentResponse
          gemini; {'response':{'candidates':[{'content':{'parts':[{'text':'a'}]},'finishReason':1}]}}; assistant a GenerateContentResponse terminal
          gemini; {'candidates':[{'content':{'parts':[{'text':''}]},'finishReason':'STOP'}]}      ; status null GenerateContentResponse terminal
          gemini; {'promptFeedback':{'blockReason':'SAFETY'}}                                     ; status null GenerateContentResponse terminal
          gemini; {'error':{'code':1}}                                                            ; status null error terminal
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'text','text':'a'}}     ; assistant a step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'thought_summary','content':{'text':'h'}}}; reasoning h step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'thought_signature','signature':'s'}}; reasoning null step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'arguments_delta','arguments':'{}'}}; function_arguments {} step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'x_call','arguments':{'b':1}}}; function_arguments {'b':1} step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'x_result','result':[1]}}; tool_output [1] step.delta
          gemini-interactions; {'event_type':'step.delta','delta':{'type':'image','data':'aa'}}   ; status null step.delta
          gemini-interactions; {'event_type':'step.stop','index':0}                               ; status null step.stop terminal
          gemini-interactions; {'event_type':'interaction.completed'}                             ; status null interaction.completed terminal
          ollama; {'model':'m','message':{'content':'a'},'done':false}                            ; assistant a chat
          ollama; {'model':'m','message':{'content':'','thinking':'h'},'done':false}              ; reasoning h chat
          ollama; {'model':'m','message':{'tool_calls':[{'function':{'name':'f','arguments':{'b':1,'a':2}}}]}}; function_arguments {'a':2,'b':1} chat
          ollama; {'model':'m','response':'a','done':false}                                       ; assistant a generate
          ollama; {'model':'m','message':{'content':''},'done':true}                              ; status null chat terminal
          ollama; {'error':'no'}                                                                  ; status null error terminal
          cohere; {'type':'content-delta','delta':{'message':{'content':{'text':'a'}}}}           ; assistant a content-delta
          cohere; {'type':'content-delta','delta':{'message':{'content':{'thinking':'h'}}}}       ; reasoning h content-delta
          cohere; {'type':'tool-plan-delta','delta':{'message':{'tool_plan':'p'}}}                ; reasoning p tool-plan-delta
          cohere; {'type':'tool-call-delta','delta':{'message':{'tool_calls':{'function':{'arguments':'{'}}}}}; function_arguments { tool-call-delta
          cohere; {'type':'citation-start','index':0}                                             ; assistant null citation-start
          cohere; {'type':'message-end'}                                                          ; status null message-end terminal
          cohere; {'event_type':'text-generation','text':'a'}                                     ; assistant a text-generation
          cohere; {'event_type':'search-results','documents':[]}                                  ; tool_output null search-results
          cohere; {'event_type':'stream-end'}                                                     ; status null stream-end terminal
          """)
  void classify(String word, String chunk, String expected) {
    Dialect dialect = Dialects.of(word).orElseThrow();
    List<String> seen = new ArrayList<>();
    var chunks =
        dialect
            .framing(Limits.DEFAULT)
            .then(new ChunkDecoder(dialect.chunkTable(), new ConversationOwners(), Limits.DEFAULT));
    chunks.feed(Decoded.sse(chunk.replace('\'', '"')).getBytes(UTF_8), c -> seen.add(line(c)));
    chunks.end(c -> seen.add(line(c)));

    assertThat(seen).containsExactly(expected);
  }

  private static String line(Chunk chunk) {
    String arguments = chunk.argumentsDelta();
    String delta = arguments == null ? chunk.textDelta() : arguments;
    return chunk.partKind().word()
        + " "
        + String.valueOf(delta).replace('"', '\'')
        + " "
        + chunk.chunkType()
        + (chunk.isTerminal() ? " terminal" : "");
  }
}
