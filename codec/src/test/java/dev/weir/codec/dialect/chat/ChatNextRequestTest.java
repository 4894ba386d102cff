package dev.weir.codec.dialect.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import org.junit.jupiter.api.Test;

class ChatNextRequestTest {

  @Test
  void callsGoBackAsTheyCame() {
    assertThat(
            next(
                "{'content':'Let me look.'}",
                "{'tool_calls':[{'index':0,'id':'c1','function':{'name':'f','arguments':'{\\'a\\':1}'}},"
                    + "{'index':1,'id':'c2','function':{'name':'g','arguments':''}}]}"))
        .isEqualTo(
            message(
                "'content':'Let me look.','tool_calls':[{'id':'c1','type':'function',"
                    + "'function':{'name':'f','arguments':'{\\'a\\':1}'}},{'id':'c2',"
                    + "'type':'function','function':{'name':'g','arguments':'{}'}}]"));
  }

  /** DeepSeek refuses a tool turn without it. */
  @Test
  void reasoningGoesBackUnderItsOwnField() {
    assertThat(next("{'reasoning_content':'hm'}", "{'content':'Hi'}"))
        .isEqualTo(message("'content':'Hi','reasoning_content':'hm'"));
    assertThat(next("{'reasoning':'hm'}", "{'content':'Hi'}"))
        .isEqualTo(message("'content':'Hi','reasoning':'hm'"));
  }

  @Test
  void reasoningDetailsGoBackWhole() {
    assertThat(
            next(
                "{'reasoning':'a','reasoning_details':[{'type':'reasoning.text','text':'a','index':0}]}",
                "{'reasoning':'b','reasoning_details':[{'type':'reasoning.text','text':'b','index':0}]}",
                "{'reasoning_details':[{'type':'reasoning.text','signature':'sig','index':0}]}",
                "{'reasoning_details':[{'type':'reasoning.encrypted','data':'enc','id':'r1','index':1}]}",
                "{'content':'Hi'}"))
        .isEqualTo(
            message(
                "'content':'Hi','reasoning':'ab','reasoning_details':[{'type':'reasoning.text',"
                    + "'text':'ab','index':0,'signature':'sig'},{'type':'reasoning.encrypted',"
                    + "'data':'enc','id':'r1','index':1}]"));
  }

  /** Details that come with reasoning after a call belong to the new block, not to the old. */
  @Test
  void detailsOfASecondBlockAreNotLost() {
    assertThat(
            next(
                "{'reasoning':'a','reasoning_details':[{'type':'reasoning.text','text':'a','index':0}]}",
                "{'content':'Hi'}",
                "{'reasoning':'b','reasoning_details':[{'type':'reasoning.text','text':'b','index':1}]}",
                "{'content':'Ho'}"))
        .isEqualTo(
            message(
                "'content':'HiHo','reasoning':'ab','reasoning_details':[{'type':'reasoning.text',"
                    + "'text':'a','index':0},{'type':'reasoning.text','text':'b','index':1}]"));
  }

  @Test
  void opaqueReasoningOfCopilotGoesBack() {
    assertThat(next("{'reasoning_text':'hm'}", "{'content':'Hi'}", "{'reasoning_opaque':'sealed'}"))
        .isEqualTo(message("'content':'Hi','reasoning_text':'hm','reasoning_opaque':'sealed'"));
  }

  @Test
  void signaturesOfGeminiBehindChatGoBackOnTheirCalls() {
    assertThat(
            next(
                "{'tool_calls':[{'index':0,'id':'c1','function':{'name':'f','arguments':'{}'},"
                    + "'extra_content':{'google':{'thought_signature':'s'}}}]}"))
        .isEqualTo(
            message(
                "'content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'f',"
                    + "'arguments':'{}'},'extra_content':{'google':{'thought_signature':'s'}}}]"));
  }

  @Test
  void thinkingOfMistralStaysAPartOfTheContent() {
    assertThat(
            next(
                "{'content':[{'type':'thinking','thinking':[{'type':'text','text':'hm'}]}]}",
                "{'content':'Hi'}"))
        .isEqualTo(
            message(
                "'content':[{'type':'thinking','thinking':[{'type':'text','text':'hm'}]},"
                    + "{'type':'text','text':'Hi'}]"));
  }

  @Test
  void aRefusalGoesBackAsOne() {
    assertThat(next("{'refusal':'No.'}")).isEqualTo(message("'content':null,'refusal':'No.'"));
  }

  private static String message(String fields) {
    return "{'messages':[{'role':'assistant'," + fields + "}]}";
  }

  private static String next(String... deltas) {
    StringBuilder stream = new StringBuilder();
    for (String delta : deltas) {
      String quoted = delta.replace("\\'", "\\\"").replace('\'', '"');
      stream.append(Decoded.sse("{\"choices\":[{\"index\":0,\"delta\":" + quoted + "}]}"));
    }
    stream.append(
        Decoded.sse(
            "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}", "[DONE]"));
    var response = Decoded.response(Dialects.OPENAI_CHAT, stream.toString());
    return Dialects.OPENAI_CHAT.clientSide().orElseThrow().nextRequest(response).replace('"', '\'');
  }
}
