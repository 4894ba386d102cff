package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What providers refuse, and the simulator does if it is told to be strict. */
final class StrictRulesTest {
  private static final String GEMINI = "/v1beta/models/m:generateContent";

  private static Simulator strict;
  private static Simulator easy;

  @BeforeAll
  static void start() throws IOException {
    strict = Simulator.start(SimulatorOptions.defaults().atOnce().withStrict(true));
    easy = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    strict.close();
    easy.close();
  }

  private static HttpResponse<byte[]> ask(Simulator simulator, String path, String body)
      throws Exception {
    List<String> headers = new ArrayList<>();
    switch (path) {
      case "/v1/messages" ->
          headers.addAll(List.of("x-api-key", "k", "anthropic-version", "2023-06-01"));
      case GEMINI -> headers.addAll(List.of("x-goog-api-key", "k"));
      default -> headers.addAll(List.of("Authorization", "Bearer k"));
    }
    return Caller.post(simulator, path, body.replace('\'', '"'), headers.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | 401 | You didn't provide an API key.
          /v1/responses | 401 | You didn't provide an API key.
          /v1/embeddings | 401 | You didn't provide an API key.
          /v1/messages | 401 | {"type":"error","error":{"type":"authentication_error","message":"x-api-key header is required"}}
          /v1beta/models/m:generateContent | 403 | Method doesn't allow unregistered callers
          /v1beta/interactions | 403 | Method doesn't allow unregistered callers
          /v2/chat | 401 | {"message":"no api key supplied"
          /model/m/converse | 403 | {"message":"Missing Authentication Token"
          """)
  void withoutAKeyNobodyIsAnswered(String path, int status, String words) throws Exception {
    HttpResponse<byte[]> refused = Caller.post(strict, path, "{}");

    assertThat(new String(refused.body(), UTF_8)).contains(words);
    assertThat(refused.statusCode()).isEqualTo(status);
  }

  @Test
  void aKeyInTheAddressIsOneForGeminiAndOllamaAsksForNone() throws Exception {
    String asked = "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Hi\"}]}]}";
    assertThat(Caller.post(strict, GEMINI + "?key=k", asked).statusCode()).isEqualTo(200);
    String ollama = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    assertThat(Caller.post(strict, "/api/chat", ollama).statusCode()).isEqualTo(200);
    assertThat(Caller.get(strict, "/").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | {'messages':[{'role':'user','content':'Hi'}]} | Missing required parameter: 'model'.
          /v1/chat/completions | {'model':'m','max_output_tokens':9,'messages':[{'role':'user','content':'Hi'}]} | Unrecognized request argument supplied: max_output_tokens
          /v1/chat/completions | {'model':'m','system':'x','messages':[{'role':'user','content':'Hi'}]} | Unrecognized request argument supplied: system
          /v1/chat/completions | {'model':'m','temperature':2.5,'messages':[{'role':'user','content':'Hi'}]} | Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.
          /v1/chat/completions | {'model':'m','top_p':-1,'messages':[{'role':'user','content':'Hi'}]} | Expected a value >= 0, but got -1 instead.
          /v1/chat/completions | {'model':'m','tools':[{'type':'function','function':{'name':'a b'}}],'messages':[{'role':'user','content':'Hi'}]} | Invalid 'tools[0].function.name': string does not match pattern.
          /v1/chat/completions | {'model':'m','response_format':{'type':'json_schema','json_schema':{'name':'50%','strict':true,'schema':{'type':'object','properties':{}}}},'messages':[{'role':'user','content':'Hi'}]} | Invalid schema for response_format '50%': In context=(), 'additionalProperties' is required to be supplied and to be false.
          /v1/chat/completions | {'model':'m','tools':[{'type':'function','function':{'name':'f','strict':true,'parameters':{'type':'object','additionalProperties':false,'required':['a'],'properties':{'a':{'type':'object','additionalProperties':false,'properties':{'b':{'type':'string'}}}}}}}],'messages':[{'role':'user','content':'Hi'}]} | Invalid schema for function 'f': In context=('properties', 'a'), 'required' is required to be supplied and to be an array including every key in properties. Missing 'b'.
          /v1/responses | {'model':'m','input':'Hi','messages':[]} | Unknown parameter: 'messages'.
          /v1/responses | {'model':'m','input':'Hi','text':{'format':{'type':'json_schema','name':'x','strict':true,'schema':{'type':'object','properties':{}}}}} | Invalid schema for response_format 'x'
          /v1/messages | {'max_tokens':9,'messages':[{'role':'user','content':'Hi'}]} | model: Field required
          /v1/messages | {'model':'m','max_tokens':9,'n':2,'messages':[{'role':'user','content':'Hi'}]} | n: Extra inputs are not permitted
          /v1/messages | {'model':'m','max_tokens':9,'temperature':1.5,'messages':[{'role':'user','content':'Hi'}]} | temperature: range: 0..1
          /v1/messages | {'model':'m','max_tokens':9,'tools':[{'name':'a.b','input_schema':{'type':'object'}}],'messages':[{'role':'user','content':'Hi'}]} | tools.0.custom.name: String should match pattern
          /v1/messages | {'model':'m','max_tokens':9,'tools':[{'name':'a','input_schema':{'type':'object'}},{'name':'a','input_schema':{'type':'object'}}],'messages':[{'role':'user','content':'Hi'}]} | tools: Tool names must be unique.
          /v1/messages | {'model':'m','max_tokens':9,'thinking':{'type':'enabled','budget_tokens':9},'messages':[{'role':'user','content':'Hi'}]} | Input should be greater than or equal to 1024
          /v1/messages | {'model':'m','max_tokens':2000,'thinking':{'type':'enabled','budget_tokens':2000},'messages':[{'role':'user','content':'Hi'}]} | must be greater than `thinking.budget_tokens`.
          /v1beta/models/m:generateContent | {'contents':[{'role':'user','parts':[{'text':'Hi'}]}],'messages':[]} | Unknown name
          /v1beta/models/m:generateContent | {'contents':[{'role':'user','parts':[{'text':'Hi'}]}],'generationConfig':{'temperature':3}} | temperature must be in the range [0.0, 2.0]
          """)
  void whatAProviderRefusesIsRefusedInItsWordsOnlyIfStrict(String path, String body, String words)
      throws Exception {
    HttpResponse<byte[]> refused = ask(strict, path, body);

    assertThat(new String(refused.body(), UTF_8)).contains(words);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(ask(easy, path, body).statusCode()).isEqualTo(200);
  }

  @Test
  void anthropicWantsAVersion() throws Exception {
    String body =
        "{\"model\":\"m\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    HttpResponse<byte[]> refused = Caller.post(strict, "/v1/messages", body, "x-api-key", "k");
    assertThat(new String(refused.body(), UTF_8)).contains("anthropic-version: header is required");
    assertThat(refused.statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/chat/completions | {'model':'m','brand_new_field':1,'temperature':2,'tools':[{'type':'function','function':{'name':'f','strict':true,'parameters':{'type':'object','additionalProperties':false,'required':['a'],'properties':{'a':{'type':'array','items':{'type':'string'}}}}}}],'messages':[{'role':'user','content':'Hi'}]}
          /v1/responses | {'model':'m','input':'Hi','reasoning':{'effort':'low'},'store':false}
          /v1/messages | {'model':'m','max_tokens':2000,'system':'x','thinking':{'type':'enabled','budget_tokens':1024},'messages':[{'role':'user','content':'Hi'}]}
          /v1beta/models/m:generateContent | {'contents':[{'role':'user','parts':[{'text':'Hi'}]}],'generationConfig':{'temperature':2}}
          """)
  void whatAProviderTakesIsTaken(String path, String body) throws Exception {
    HttpResponse<byte[]> taken = ask(strict, path, body);

    assertThat(taken.statusCode()).as(new String(taken.body(), UTF_8)).isEqualTo(200);
  }
}
