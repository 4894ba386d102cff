package dev.weir.codec.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import org.junit.jupiter.api.Test;

class ResponsesNextRequestTest {

  @Test
  void reasoningGoesBackWithItsSummaryAndTheLastSeal() {
    String done =
        "{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'a'},"
            + "{'type':'summary_text','text':'b'}],'encrypted_content':'%s'}";
    assertThat(next(item(0, done.formatted("second")), completed(done.formatted("third"))))
        .isEqualTo(
            input(
                "{'id':'rs_1','type':'reasoning','summary':[{'type':'summary_text','text':'a'},"
                    + "{'type':'summary_text','text':'b'}],'encrypted_content':'third'}"));
  }

  @Test
  void itemsGoBackInTheirOrder() {
    assertThat(
            next(
                item(0, "{'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'enc'}"),
                item(
                    1,
                    "{'type':'message','id':'msg_1','status':'completed','role':'assistant',"
                        + "'phase':'commentary','content':[{'type':'output_text','text':'Hi',"
                        + "'annotations':[{'type':'url_citation','url':'u'}]}]}"),
                item(
                    2,
                    "{'type':'function_call','id':'fc_1','call_id':'c1','name':'f','namespace':'n',"
                        + "'arguments':'{}','status':'completed'}"),
                item(
                    3,
                    "{'type':'custom_tool_call','id':'ctc_1','call_id':'c2','name':'sh',"
                        + "'input':'ls','status':'completed'}"),
                completed("")))
        .isEqualTo(
            input(
                "{'id':'rs_1','type':'reasoning','summary':[],'encrypted_content':'enc'},"
                    + "{'id':'msg_1','type':'message','status':'completed','role':'assistant',"
                    + "'content':[{'type':'output_text','text':'Hi',"
                    + "'annotations':[{'type':'url_citation','url':'u'}]}],'phase':'commentary'},"
                    + "{'id':'fc_1','type':'function_call','call_id':'c1','name':'f',"
                    + "'namespace':'n','arguments':'{}'},"
                    + "{'id':'ctc_1','type':'custom_tool_call','call_id':'c2','name':'sh',"
                    + "'input':'ls'}"));
  }

  @Test
  void itemsOfTheProvidersToolsGoBackAsTheyCame() {
    String search =
        "{'id':'ws_1','type':'web_search_call','status':'completed','action':{'type':'search',"
            + "'query':'q'}}";
    String code =
        "{'id':'ci_1','type':'code_interpreter_call','status':'completed','code':'print(1)',"
            + "'outputs':[{'type':'logs','logs':'1'}]}";
    assertThat(next(item(0, search), item(1, code), completed("")))
        .isEqualTo(input(search + "," + code));
  }

  /** The provider encrypts for each event; what it said last goes back. */
  @Test
  void aCompactionGoesBackWithItsLastSeal() {
    assertThat(
            next(
                item(0, "{'id':'cmp_1','type':'compaction','encrypted_content':'second'}"),
                completed("{'id':'cmp_1','type':'compaction','encrypted_content':'third'}")))
        .isEqualTo(input("{'id':'cmp_1','type':'compaction','encrypted_content':'third'}"));
  }

  @Test
  void anItemThatWasNamedOnlyByItsCallGetsNoId() {
    assertThat(
            next(
                item(0, "{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'}"),
                completed("")))
        .isEqualTo(input("{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'}"));
  }

  @Test
  void reasoningThatWasCutBeforeItWasSealedIsLeftOut() {
    assertThat(
            next(
                "{'type':'response.output_item.added','output_index':0,'item':"
                    + "{'type':'reasoning','id':'rs_1','summary':[]}}",
                "{'type':'response.reasoning_text.delta','output_index':0,'item_id':'rs_1',"
                    + "'content_index':0,'delta':'hm'}"))
        .isEqualTo(input(""));
  }

  private static String input(String items) {
    return "{'input':[" + items + "]}";
  }

  private static String item(int index, String item) {
    return "{'type':'response.output_item.done','output_index':%d,'item':%s}"
        .formatted(index, item);
  }

  private static String completed(String items) {
    return "{'type':'response.completed','response':{'id':'resp_1','status':'completed',"
        + "'output':[%s]}}".formatted(items);
  }

  private static String next(String... chunks) {
    StringBuilder stream =
        new StringBuilder(
            Decoded.sse("{\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\"}}"));
    for (String chunk : chunks) {
      stream.append(Decoded.sse(chunk.replace('\'', '"')));
    }
    var response = Decoded.response(Dialects.OPENAI_RESPONSES, stream.toString());
    return Dialects.OPENAI_RESPONSES
        .clientSide()
        .orElseThrow()
        .nextRequest(response)
        .replace('"', '\'');
  }
}
