package dev.weir.codec.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G2 and G3: arguments that come leaf by leaf. */
class StreamedArgumentsTest {
  private static final String NAME = "{'name':'f','willContinue':true}";
  private static final String CITY =
      "{'partialArgs':[{'jsonPath':'$.city','stringValue':'Bos','willContinue':true}],'willContinue':true}";
  private static final String TON =
      "{'partialArgs':[{'jsonPath':'$.city','stringValue':'ton'}],'willContinue':true}";
  private static final String END = "{}";

  @Test
  void deltasGrowOneValidText() {
    List<StreamEvent> events =
        events(
            call(NAME),
            call(CITY),
            call(TON),
            call(
                "{'partialArgs':[{'jsonPath':'$.days[0]','numberValue':1},"
                    + "{'jsonPath':'$.days[1]','boolValue':true},"
                    + "{'jsonPath':'$[`a.b`].c','nullValue':'NULL_VALUE'},"
                    + "{'jsonPath':'$.n','nullValue':null}],'willContinue':true}"),
            call(END),
            finish("STOP"));

    assertThat(deltas(events))
        .containsExactly(
            "{\"city\":\"Bos",
            "ton\"",
            ",\"days\":[1",
            ",true",
            "],\"a.b\":{\"c\":null",
            "},\"n\":null",
            "}");
    assertThat(Decoded.response(events).verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'functionCall':{}}",
        "{'functionCall':{'name':'g','args':{}}}",
        "{'functionCall':{'name':'f','willContinue':true}}",
        "{'functionCall':{'args':{'city':'Boston'}}}",
        "{'functionCall':{'partialArgs':[{'jsonPath':'$.city','stringValue':''}]}}",
        "{'text':'so'}",
        "{'text':''}",
      })
  void aCallEndsWithWhateverComesNext(String part) {
    Response response = response(call(NAME), call(CITY), call(TON), parts(part), finish("STOP"));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"city\":\"Boston\"}");
    assertThat(response.blocks().getFirst().complete()).isTrue();
    // The last but two writes to a text that has ended.
    boolean repeats = part.contains("stringValue");
    assertThat(response.faults()).hasSize(repeats ? 1 : 0);
  }

  @Test
  void aPartThatDoesNotContinueEndsTheCall() {
    Response response =
        response(
            call("{'name':'f','willContinue':true}"),
            call("{'partialArgs':[{'jsonPath':'$.a','numberValue':1}]}"),
            call("{'name':'f','partialArgs':[{'jsonPath':'$.a','numberValue':2}]}"));

    assertThat(response.blocks())
        .extracting(b -> b.text() + b.complete())
        .containsExactly("{\"a\":1}true", "{\"a\":2}true");
    assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  @Test
  void aMarkToGoOnMayComeBetween() {
    assertThat(
            response(call(NAME), call("{'willContinue':true}"), call(CITY), call(TON), call(END))
                .blocks())
        .extracting(Response.Block::text)
        .containsExactly("{\"city\":\"Boston\"}");
  }

  @Test
  void aNameWithoutItsMarkToGoOnIsStillFollowed() {
    assertThat(response(call("{'name':'f'}"), call(CITY), call(TON), call(END)).blocks())
        .extracting(Response.Block::text)
        .containsExactly("{\"city\":\"Boston\"}");
  }

  @Test
  void aCallThatRepeatsItsIdAndNameGoesOn() {
    Response response =
        response(
            call("{'id':'1','name':'f','willContinue':true}"),
            call(
                "{'id':'1','name':'f','willContinue':true,"
                    + "'partialArgs':[{'jsonPath':'$.a','boolValue':false}]}"),
            call(END));

    assertThat(response.blocks())
        .extracting(b -> b.id() + b.text())
        .containsExactly("1{\"a\":false}");
  }

  @Test
  void parallelCallsFollowEachOther() {
    Response response =
        response(
            parts("{'functionCall':" + NAME + ",'thoughtSignature':'s'}"),
            call(CITY),
            call(TON),
            call(END),
            call("{'name':'g','willContinue':true}"),
            call("{'partialArgs':[{'jsonPath':'$.n','numberValue':7}],'willContinue':true}"),
            finish("STOP"));

    assertThat(response.blocks())
        .extracting(b -> b.name() + b.text() + b.signature())
        .containsExactly("f{\"city\":\"Boston\"}s", "g{\"n\":7}null");
  }

  @Test
  void aCutCallKeepsWhatCame() {
    Response response = response(call(NAME), call(CITY));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"city\":\"Bos");
    assertThat(response.blocks().getFirst().complete()).isFalse();
    assertThat(
            response(call(NAME), call(CITY), finish("MAX_TOKENS")).blocks().getFirst().complete())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'partialArgs':[{'jsonPath':'$.a','numberValue':1}],'willContinue':true}",
        "{'willContinue':true}",
        "{}",
      })
  void partsOfNoCallAreAFault(String orphan) {
    Response response = response(call(orphan), parts("{'text':'x'}"), finish("STOP"));

    assertThat(response.blocks()).hasSize(1);
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.faults())
        .extracting(StreamFault::kind)
        .containsExactly(StreamFault.Kind.ORPHAN);
  }

  @Test
  void anUpdateAfterTheEndIsAFault() {
    Response response =
        response(
            call("{'name':'f','args':{'a':1}}"),
            call("{'partialArgs':[{'jsonPath':'$.b','numberValue':1}]}"));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"a\":1}");
    assertThat(response.faults().getFirst().kind()).isEqualTo(StreamFault.Kind.ORPHAN);
  }

  @Test
  void argumentsThatLostAnUpdateAreNotComplete() {
    Response response =
        response(
            call(NAME),
            call(CITY),
            call("{'partialArgs':[{'jsonPath':'$.n','numberValue':1}],'willContinue':true}"),
            call(TON),
            call(END),
            finish("STOP"));

    assertThat(response.blocks())
        .extracting(b -> b.text() + b.complete())
        .containsExactly("{\"city\":\"Bos\",\"n\":1}false");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'finishReason':'STOP'}",
        "{'content':{'parts':[{'functionCall':{'name':'g','args':{}}}]}}",
        "{'content':{'parts':[{'text':'so'}]}}",
      })
  void aCallThatEndsSilentlyInsideATextIsNotComplete(String next) {
    Response response = response(call(NAME), call(CITY), "{'candidates':[" + next + "]}");

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"city\":\"Bos");
    assertThat(response.blocks().getFirst().complete()).isFalse();
    assertThat(response.faults())
        .extracting(StreamFault::message)
        .containsExactly(
            "The call of block 0/0 ended inside a text of its arguments that was to be continued");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'f','args':{'city':'Boston'}}",
        "{'name':'f','args':{'city':'Boston','days':3}}",
        "{'id':'1','name':'f','args':{'city':'Boston','days':3}}",
      })
  void aStreamedCallThatIsSaidWholeOnceMoreIsOneCall(String whole) {
    String id = whole.contains("'id'") ? "{'id':'1'," : "{";
    Response response =
        response(
            call(id + "'name':'f','willContinue':true}"),
            call(CITY),
            call(TON),
            call(whole),
            finish("STOP"));

    String rest = whole.contains("days") ? ",\"days\":3}" : "}";
    assertThat(response.blocks())
        .extracting(b -> b.text() + b.complete())
        .containsExactly("{\"city\":\"Boston\"" + rest + "true");
    assertThat(response.faults()).isEmpty();
  }

  @Test
  void anotherCallOfTheSameFunctionIsNotTheOneBeforeSaidWhole() {
    Response response =
        response(call(NAME), call(CITY), call(TON), call("{'name':'f','args':{'city':'Rome'}}"));

    assertThat(response.blocks())
        .extracting(b -> b.text() + b.complete())
        .containsExactly("{\"city\":\"Boston\"}true", "{\"city\":\"Rome\"}true");
  }

  @Test
  void whatCannotBeAppendedIsAFaultAndTheTextStaysValid() {
    Response response =
        response(
            call(NAME),
            call(
                "{'partialArgs':[{'jsonPath':'$.a.b','numberValue':1},"
                    + "{'jsonPath':'$.c','numberValue':2},"
                    + "{'jsonPath':'$.a.d','numberValue':3},"
                    + "{'jsonPath':'nonsense','numberValue':4},"
                    + "{'jsonPath':'$.e'},"
                    + "{'jsonPath':'$.f','numberValue':5}],'willContinue':true}"),
            call(END));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"a\":{\"b\":1},\"c\":2,\"f\":5}");
    assertThat(response.faults())
        .extracting(StreamFault::message)
        .containsExactly(
            "The update of «$.a.d» cannot be added to the arguments of block 0/0: what it names is"
                + " already written",
            "The update of «nonsense» cannot be added to the arguments of block 0/0: the path is"
                + " not one of RFC 9535 to a single value: expected $ at the start at character 0",
            "The update of «$.e» cannot be added to the arguments of block 0/0: it has no value");
  }

  @Test
  void wholeArgumentsThatContradictTheUpdatesAreAFault() {
    Response response =
        response(call(NAME), call(CITY), call(TON), call("{'args':{'city':'Rome'}}"));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"city\":\"Boston\"}");
    assertThat(response.blocks().getFirst().complete()).isFalse();
    assertThat(response.faults())
        .extracting(StreamFault::kind)
        .containsExactly(StreamFault.Kind.CONTRADICTION);
  }

  @Test
  void aSkippedPlaceIsSaidOnce() {
    Response response =
        response(
            call(NAME),
            call(
                "{'partialArgs':[{'jsonPath':'$.a[1]','numberValue':1},"
                    + "{'jsonPath':'$.a[3]','numberValue':3}]}"));

    assertThat(response.blocks().getFirst().text()).isEqualTo("{\"a\":[null,1,null,3]}");
    assertThat(response.faults()).hasSize(1);
  }

  private static String call(String call) {
    return parts("{'functionCall':" + call + "}");
  }

  private static String parts(String parts) {
    return "{'candidates':[{'content':{'parts':[" + parts + "]}}]}";
  }

  private static String finish(String word) {
    return "{'candidates':[{'finishReason':'" + word + "'}]}";
  }

  private static List<StreamEvent> events(String... chunks) {
    String[] texts =
        List.of(chunks).stream()
            .map(c -> c.replace('\'', '"').replace('`', '\''))
            .toArray(String[]::new);
    List<StreamEvent> events = Decoded.events(Dialects.GEMINI, Decoded.sse(texts));
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  private static Response response(String... chunks) {
    return Decoded.response(events(chunks));
  }

  private static List<String> deltas(List<StreamEvent> events) {
    return events.stream()
        .filter(e -> e instanceof StreamEvent.BlockDelta)
        .map(e -> ((StreamEvent.BlockDelta) e).text())
        .toList();
  }
}
