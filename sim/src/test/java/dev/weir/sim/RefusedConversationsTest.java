package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversations that providers refuse, forever after: with their status, body and words. */
final class RefusedConversationsTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    var script = ScriptReader.read("any.yaml", "answers: [{say: [{text: Fine.}]}]");
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(script).atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static HttpResponse<byte[]> ask(String path, String messages) throws Exception {
    String body =
        switch (path) {
          case "/v1/responses" -> "{'model':'m','stream':false,'input':[%s]}";
          case "/v1beta/models/m:generateContent" -> "{'contents':[%s]}";
          case "/v1/messages" -> "{'model':'m','max_tokens':9,'stream':false,'messages':[%s]}";
          default -> "{'model':'m','stream':false,'messages':[%s]}";
        };
    String text = body.formatted(messages).replace('\'', '"');
    return Caller.post(simulator, path, text, "Content-Type", "application/json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'assistant','content':null},{'role':'user','content':'?'} | {"error":{"message":"Invalid value for 'content': expected a string, got null. (messages.[1].content)"
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'assistant','content':''},{'role':'user','content':'?'} | "type":"invalid_request_error"
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'assistant','content':null,'tool_calls':[{'id':'c1','function':{'name':'f','arguments':'{}'}}]},{'role':'user','content':'?'} | did not have response messages: c1
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'assistant','tool_calls':[{'id':'c1','function':{'name':'f','arguments':'{}'}}]} | did not have response messages: c1
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'tool','tool_call_id':'c1','content':'x'} | must be a response to a preceeding message with 'tool_calls'
          /v1/responses | {'role':'user','content':'Hi'},{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'},{'role':'user','content':'?'} | {"error":{"message":"No tool output found for function call c1."
          /v1/responses | {'role':'user','content':'Hi'},{'type':'function_call_output','call_id':'c1','output':'x'} | No tool call found for function call output with call_id c1.
          /v1/responses | {'role':'user','content':'Hi'},{'type':'reasoning','id':'rs_1','summary':[]},{'role':'user','content':'?'} | Item 'rs_1' of type 'reasoning' was provided without its required following item.
          /v1/responses | {'role':'user','content':'Hi'},{'type':'message','role':'assistant','content':[]} | Missing required parameter: 'input[1].content'.
          /v1/messages | {'role':'user','content':'Hi'},{'role':'assistant','content':[]},{'role':'user','content':'?'} | {"type":"error","error":{"type":"invalid_request_error","message":"messages.1: all messages must have non-empty content except for the optional final assistant message"}}
          /v1/messages | {'role':'user','content':'Hi'},{'role':'assistant','content':[{'type':'text','text':' '}]},{'role':'user','content':'?'} | text content blocks must contain non-whitespace text
          /v1/messages | {'role':'user','content':'Hi'},{'role':'assistant','content':[{'type':'tool_use','id':'c1','name':'f','input':{}}]},{'role':'user','content':'?'} | messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1.
          /v1/messages | {'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'x'}]} | messages.0.content: unexpected `tool_use_id` found in `tool_result` blocks: c1.
          /v1beta/models/m:generateContent | {'role':'user','parts':[{'text':'Hi'}]},{'role':'model','parts':[]},{'role':'user','parts':[{'text':'?'}]} | "status":"INVALID_ARGUMENT"
          /v1beta/models/m:generateContent | {'role':'user','parts':[{'text':'Hi'}]},{'role':'model','parts':[{'functionCall':{'name':'f','args':{}}}]},{'role':'user','parts':[{'text':'?'}]} | number of function response parts is equal to the number of function call parts
          /v1beta/models/m:generateContent | {'role':'user','parts':[{'functionResponse':{'name':'f','response':{}}}]} | function response turn comes immediately after a function call turn
          /model/m/converse | {'role':'user','content':[{'text':'Hi'}]},{'role':'assistant','content':[]} | {"message":"The content field in the Message object at messages.1 is empty.
          /model/m/converse | {'role':'user','content':[{'text':'Hi'}]},{'role':'user','content':[{'text':'?'}]} | must alternate between user and assistant roles
          /model/m/converse | {'role':'user','content':[{'text':'Hi'}]},{'role':'assistant','content':[{'toolUse':{'toolUseId':'c1','name':'f','input':{}}}]},{'role':'user','content':[{'text':'?'}]} | Expected toolResult blocks at messages.2.content for the following Ids: c1
          """)
  void areRefusedInTheDialectsOwnWords(String path, String messages, String words)
      throws Exception {
    HttpResponse<byte[]> refused = ask(path, messages);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | {'role':'user','content':'Hi'},{'role':'assistant','content':null,'tool_calls':[{'id':'c1','function':{'name':'f','arguments':'{}'}},{'id':'c2','function':{'name':'f','arguments':'{}'}}]},{'role':'tool','tool_call_id':'c2','content':''},{'role':'tool','tool_call_id':'c1','content':'x'},{'role':'user','content':'?'}
          /v1/responses | {'role':'user','content':'Hi'},{'type':'reasoning','id':'rs_1','summary':[]},{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'},{'type':'function_call_output','call_id':'c1','output':'x'}
          /v1/messages | {'role':'user','content':'Hi'},{'role':'assistant','content':[{'type':'tool_use','id':'c1','name':'f','input':{}}]},{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'x'},{'type':'text','text':'?'}]}
          /v1beta/models/m:generateContent | {'role':'user','parts':[{'text':'Hi'}]},{'role':'model','parts':[{'functionCall':{'name':'f','args':{}}}]},{'role':'user','parts':[{'functionResponse':{'name':'f','response':{}}}]}
          /model/m/converse | {'role':'user','content':[{'text':'Hi'}]},{'role':'assistant','content':[{'toolUse':{'toolUseId':'c1','name':'f','input':{}}}]},{'role':'user','content':[{'toolResult':{'toolUseId':'c1','content':[]}}]}
          /api/chat | {'role':'user','content':'Hi'},{'role':'assistant','content':''},{'role':'user','content':'?'}
          """)
  void thoseThatProvidersTakeAreTaken(String path, String messages) throws Exception {
    assertThat(ask(path, messages).statusCode()).isEqualTo(200);
  }

  @Test
  void whatMustBeThereIsMissed() throws Exception {
    String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    HttpResponse<byte[]> refused =
        Caller.post(simulator, "/v1/messages", body, "Content-Type", "application/json");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains("max_tokens: Field required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | {'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,%%%'}}]}
          /v1/responses | {'role':'user','content':[{'type':'input_image','image_url':'data:image/png;base64,%%%'}]}
          /v1/messages | {'role':'user','content':[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'%%%'}}]}
          /v1beta/models/m:generateContent | {'role':'user','parts':[{'inlineData':{'mimeType':'image/png','data':'%%%'}}]}
          /api/chat | {'role':'user','content':'Hi','images':['%%%']}
          """)
  void aPictureThatCannotBeDecodedIsRefused(String path, String messages) throws Exception {
    HttpResponse<byte[]> refused = ask(path, messages);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains("the data of this image is not base64");
  }
}
