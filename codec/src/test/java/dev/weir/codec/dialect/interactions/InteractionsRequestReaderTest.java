package dev.weir.codec.dialect.interactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Style;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InteractionsRequestReaderTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 50, 1 << 16);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"Hello\"",
        "{'type':'text','text':'Hello'}",
        "[{'type':'text','text':'Hello'}]",
        "[{'role':'user','content':'Hello'}]",
        "[{'role':'user','content':[{'type':'text','text':'Hello'}]}]",
        "[{'type':'user_input','content':[{'type':'text','text':'Hello'}]}]"
      })
  void whateverFormTheInputHasTheSameIsSaid(String input) {
    assertThat(chat("{'model':'m','input':" + input + "}").body().get("messages").toText())
        .isEqualTo("[{\"role\":\"user\",\"content\":\"Hello\"}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {'role':'model','content':[{'type':'function_call','id':'c','name':'f','args':{'a':1}}]},
        {'role':'user','content':[{'type':'function_response','id':'c','name':'f','response':{'b':2}}]}
        """,
        """
        {'type':'function_call','id':'c','name':'f','arguments':{'a':1}},
        {'type':'user_input','content':[{'type':'function_result','call_id':'c','name':'f','result':{'b':2}}]}
        """
      })
  void callsAndWhatTheyGaveStandInTheirPlaces(String rest) {
    Rendered chat = chat("{'model':'m','input':[{'role':'user','content':'Hi'}," + rest + "]}");

    assertThat(chat.body().get("messages").toText())
        .isEqualTo(
            """
            [{"role":"user","content":"Hi"},\
            {"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},\
            {"role":"tool","tool_call_id":"c","content":"{\\"b\\":2}"}]\
            """);
    assertThat(chat.leftOut()).isEmpty();
  }

  @Test
  void whatTheProviderAloneRemembersIsReported() {
    assertThat(chat("{'model':'m','input':'Hi','previous_interaction_id':'v1_x'}").leftOut())
        .extracting(RequestLoss::field)
        .containsExactly("previous_interaction_id");
  }

  @Test
  void aRoleThatThereIsNotIsNamedWithItsPlace() {
    assertThatThrownBy(() -> chat("{'model':'m','input':[{'role':'king','content':'Hi'}]}"))
        .isInstanceOf(BadRequestException.class)
        .hasMessageStartingWith("input[0].role: expected user or model");
  }

  private static Rendered chat(String body) {
    var endpoint = new Endpoint("", /* streams= */ false, StreamForm.EVENTS);
    Request request =
        Dialects.GEMINI_INTERACTIONS
            .requestReader()
            .orElseThrow()
            .read(READER.read(body.replace('\'', '"')), endpoint)
            .request();
    return Dialects.OPENAI_CHAT
        .clientSide()
        .orElseThrow()
        .write(request, "m", Style.DEFAULT.asAsked(/* isStreamed= */ false));
  }
}
