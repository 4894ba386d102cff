package dev.weir.codec.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import org.junit.jupiter.api.Test;

class GeminiNextRequestTest {

  /** Without it the next request is refused: the call is missing a thought signature. */
  @Test
  void theSignatureGoesBackOnItsCall() {
    assertThat(
            next(
                "{'text':'hm','thought':true}",
                "{'functionCall':{'name':'f','args':{'b':1,'a':2}},'thoughtSignature':'s1'}",
                "{'functionCall':{'id':'2','name':'g','args':{}}}"))
        .isEqualTo(
            content(
                "{'text':'hm','thought':true},"
                    + "{'functionCall':{'name':'f','args':{'a':2,'b':1}},'thoughtSignature':'s1'},"
                    + "{'functionCall':{'id':'2','name':'g','args':{}}}"));
  }

  @Test
  void theSignatureOfALaterEmptyPartGoesBackOnTheText() {
    assertThat(next("{'text':'Hel'}", "{'text':'lo'}", "{'text':'','thoughtSignature':'s1'}"))
        .isEqualTo(content("{'text':'Hello','thoughtSignature':'s1'}"));
  }

  @Test
  void everythingElseGoesBackAsItCame() {
    assertThat(
            next(
                "{'executableCode':{'language':'PYTHON','code':'print(1)'}}",
                "{'codeExecutionResult':{'outcome':'OUTCOME_OK','output':'1'}}",
                "{'toolCall':{'id':'t1','toolType':'GOOGLE_SEARCH','args':{'q':'x'}},'thoughtSignature':'s'}",
                "{'toolResponse':{'id':'t1','toolType':'GOOGLE_SEARCH','response':{'r':1}}}",
                "{'inlineData':{'mimeType':'image/png','data':'AA=='}}"))
        .isEqualTo(
            content(
                "{'executableCode':{'language':'PYTHON','code':'print(1)'}},"
                    + "{'codeExecutionResult':{'outcome':'OUTCOME_OK','output':'1'}},"
                    + "{'toolCall':{'id':'t1','toolType':'GOOGLE_SEARCH','args':{'q':'x'}},'thoughtSignature':'s'},"
                    + "{'toolResponse':{'id':'t1','toolType':'GOOGLE_SEARCH','response':{'r':1}}},"
                    + "{'inlineData':{'mimeType':'image/png','data':'AA=='}}"));
  }

  private static String content(String parts) {
    return "{'contents':[{'parts':[" + parts + "],'role':'model'}]}";
  }

  private static String next(String... parts) {
    StringBuilder stream = new StringBuilder();
    for (String part : parts) {
      stream.append(
          Decoded.sse(
              "{\"candidates\":[{\"content\":{\"parts\":[" + part.replace('\'', '"') + "]}}]}"));
    }
    stream.append(Decoded.sse("{\"candidates\":[{\"finishReason\":\"STOP\"}]}"));
    var response = Decoded.response(Dialects.GEMINI, stream.toString());
    return Dialects.GEMINI.clientSide().orElseThrow().nextRequest(response).replace('"', '\'');
  }
}
