package dev.weir.codec.dialect.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import org.junit.jupiter.api.Test;

class AnthropicNextRequestTest {

  /** Thinking is signed in position; moved, it is refused. */
  @Test
  void everyBlockKeepsItsPlace() {
    assertThat(
            next(
                block(0, "{'type':'thinking','thinking':''}"),
                delta(0, "{'type':'thinking_delta','thinking':'one'}"),
                delta(0, "{'type':'signature_delta','signature':'s1'}"),
                stop(0),
                block(1, "{'type':'redacted_thinking','data':'sealed'}"),
                stop(1),
                block(
                    2,
                    "{'type':'tool_use','id':'t1','name':'f','input':{},'caller':{'type':'direct'}}"),
                delta(2, "{'type':'input_json_delta','partial_json':'{~a~: 1}'}"),
                stop(2),
                block(3, "{'type':'thinking','thinking':'','signature':''}"),
                delta(3, "{'type':'signature_delta','signature':'s2'}"),
                stop(3),
                block(4, "{'type':'tool_use','id':'t2','name':'g','input':{}}"),
                stop(4)))
        .isEqualTo(
            message(
                "{'type':'thinking','thinking':'one','signature':'s1'},"
                    + "{'type':'redacted_thinking','data':'sealed'},"
                    + "{'type':'tool_use','id':'t1','name':'f','input':{'a':1},'caller':{'type':'direct'}},"
                    + "{'type':'thinking','thinking':'','signature':'s2'},"
                    + "{'type':'tool_use','id':'t2','name':'g','input':{}}"));
  }

  @Test
  void toolsOfTheProviderAndTheirResultsGoBackAsTheyCame() {
    String result =
        "{'type':'web_search_tool_result','tool_use_id':'s1','content':[{'type':'web_search_result',"
            + "'url':'u','encrypted_content':'enc'}]}";
    assertThat(
            next(
                block(0, "{'type':'server_tool_use','id':'s1','name':'web_search','input':{}}"),
                delta(0, "{'type':'input_json_delta','partial_json':'{~query~:~q~}'}"),
                stop(0),
                block(1, result),
                stop(1),
                block(
                    2,
                    "{'type':'mcp_tool_use','id':'m1','name':'ask','server_name':'w','input':{}}"),
                stop(2)))
        .isEqualTo(
            message(
                "{'type':'server_tool_use','id':'s1','name':'web_search','input':{'query':'q'}},"
                    + result
                    + ",{'type':'mcp_tool_use','id':'m1','name':'ask','input':{},'server_name':'w'}"));
  }

  @Test
  void textGoesBackWithItsCitations() {
    assertThat(
            next(
                block(0, "{'type':'text','text':''}"),
                delta(0, "{'type':'text_delta','text':'cited'}"),
                delta(
                    0,
                    "{'type':'citations_delta','citation':{'type':'web_search_result_location','encrypted_index':'e'}}"),
                stop(0)))
        .isEqualTo(
            message(
                "{'type':'text','text':'cited','citations':[{'type':'web_search_result_location',"
                    + "'encrypted_index':'e'}]}"));
  }

  /** Calls made by code that waits in a container can only be answered in that container. */
  @Test
  void theContainerIsNamedBesideTheMessages() {
    String stream =
        chunk("{'type':'message_start','message':{'id':'m1','content':[]}}")
            + block(0, "{'type':'text','text':'Hi'}")
            + stop(0)
            + chunk(
                "{'type':'message_delta','delta':{'stop_reason':'end_turn','container':"
                    + "{'id':'cont_1','expires_at':'later'}}}")
            + chunk("{'type':'message_stop'}");
    assertThat(request(stream))
        .isEqualTo(
            "{'messages':[{'role':'assistant','content':[{'type':'text','text':'Hi'}]}],"
                + "'container':'cont_1'}");
  }

  @Test
  void inputThatIsNotJsonIsShownAsItWas() {
    assertThat(
            next(
                block(0, "{'type':'tool_use','id':'t1','name':'f','input':{}}"),
                delta(0, "{'type':'input_json_delta','partial_json':'{~a'}"),
                stop(0)))
        .isEqualTo(
            message("{'type':'tool_use','id':'t1','name':'f','input':{'INVALID_JSON':'{\\'a'}}"));
  }

  @Test
  void thinkingThatWasCutIsLeftOutBecauseItIsNotSigned() {
    String stream =
        chunk("{'type':'message_start','message':{'id':'m1','content':[]}}")
            + block(0, "{'type':'thinking','thinking':''}")
            + delta(0, "{'type':'thinking_delta','thinking':'one'}");
    assertThat(request(stream)).isEqualTo("{'messages':[{'role':'assistant','content':[]}]}");
  }

  private static String message(String content) {
    return "{'messages':[{'role':'assistant','content':[" + content + "]}]}";
  }

  private static String next(String... chunks) {
    return request(
        chunk("{'type':'message_start','message':{'id':'m1','content':[]}}")
            + String.join("", chunks)
            + chunk("{'type':'message_delta','delta':{'stop_reason':'tool_use'}}")
            + chunk("{'type':'message_stop'}"));
  }

  private static String request(String stream) {
    var response = Decoded.response(Dialects.ANTHROPIC, stream);
    return Dialects.ANTHROPIC.clientSide().orElseThrow().nextRequest(response).replace('"', '\'');
  }

  private static String block(int index, String content) {
    return chunk(
        "{'type':'content_block_start','index':%d,'content_block':%s}".formatted(index, content));
  }

  private static String delta(int index, String delta) {
    return chunk("{'type':'content_block_delta','index':%d,'delta':%s}".formatted(index, delta));
  }

  private static String stop(int index) {
    return chunk("{'type':'content_block_stop','index':%d}".formatted(index));
  }

  private static String chunk(String json) {
    return Decoded.sse(json.replace('\'', '"').replace("~", "\\\""));
  }
}
