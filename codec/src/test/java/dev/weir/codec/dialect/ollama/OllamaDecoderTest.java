package dev.weir.codec.dialect.ollama;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.testkit.Splits;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OllamaDecoderTest {

  @Test
  void thinkingAndContentAreRuns() {
    assertThat(
            lines(
                message("{'role':'assistant','content':'','thinking':'h'}"),
                message("{'role':'assistant','content':'','thinking':'m'}"),
                message("{'role':'assistant','content':'Hel','thinking':'!'}"),
                message("{'role':'assistant','content':'lo'}"),
                done("'done_reason':'stop','prompt_eval_count':3,'eval_count':5")))
        .isEqualTo(
            """
            {'type':'response_start','modelName':'m'}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning'}
            {'type':'block_delta','output':0,'block':0,'text':'h'}
            {'type':'block_delta','output':0,'block':0,'text':'m'}
            {'type':'block_delta','output':0,'block':0,'text':'!'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'block_start','output':0,'block':1,'kind':'text'}
            {'type':'block_delta','output':0,'block':1,'text':'Hel'}
            {'type':'block_delta','output':0,'block':1,'text':'lo'}
            {'type':'usage','usage':{'inputTokens':3,'outputTokens':5}}
            {'type':'block_end','output':0,'block':1,'complete':true}
            {'type':'output_end','output':0,'reason':'stop','word':'stop'}
            {'type':'response_end','verdict':'COMPLETE','word':'stop','usage':{'inputTokens':3,'outputTokens':5}}
            """);
  }

  @Test
  void callsComeWhole() {
    Response response =
        response(
            message(
                "{'content':'','tool_calls':[{'function':{'name':'f','arguments':{'b':1,'a':'x'}}},"
                    + "{'id':'c2','function':{'index':1,'name':'g','arguments':'{`y`:2}'}}]}"),
            message("{'content':'','tool_calls':[{'function':{'id':'c3','name':'h'}}]}"),
            done("'done_reason':'stop'"));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.text())
        .containsExactly(
            "TOOL_CALL null f {\"a\":\"x\",\"b\":1}",
            "TOOL_CALL c2 g {\"y\":2}",
            "TOOL_CALL c3 h ");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(response.word()).isEqualTo("stop");
  }

  @Test
  void theGenerateEndpointIsReadAsWell() {
    Response response =
        response(
            "{'model':'m','response':'','thinking':'hm','done':false}",
            "{'model':'m','response':'a','done':false}",
            "{'model':'m','response':'b','done':true,'done_reason':'length','context':[1,2]}");

    assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("ab");
    assertThat(response.verdict()).isEqualTo(Verdict.LENGTH);
    assertThat(response.blocks().getLast().complete()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"stop, COMPLETE", "length, LENGTH", "load, COMPLETE", ", COMPLETE"})
  void doneIsTheTerminalEvenWithoutAReason(String reason, Verdict verdict) {
    Response response =
        response(
            message("{'content':'a'}"),
            done(reason == null ? "'x':null" : "'done_reason':'" + reason + "'"));

    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.word()).isEqualTo(reason);
  }

  @Test
  void withoutDoneTheResponseIsCut() {
    assertThat(response(message("{'content':'a'}")).verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  @Test
  void anErrorLineFailsTheResponse() {
    Response response =
        response(message("{'content':'a'}"), "{'error':'an error was encountered'}");

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(StreamFault.Kind.PROVIDER_ERROR, null, "an error was encountered"));
  }

  @Test
  void aLineThatIsNotJsonIsAFaultAndTheStreamGoesOn() {
    Response response = response(message("{'content':'a'}"), "oops", message("{'content':'b'}"));

    assertThat(response.text(BlockKind.TEXT)).isEqualTo("ab");
    assertThat(response.faults()).hasSize(1);
  }

  @Test
  void howTheNetworkCutsTheLinesDoesNotChangeTheEvents() {
    String stream = stream(message("{'content':'é😀'}"), done("'done_reason':'stop'"));
    List<StreamEvent> whole = Decoded.events(Dialects.OLLAMA, stream);

    assertThat(Splits.of(stream.getBytes(UTF_8)))
        .allSatisfy(s -> assertThat(Decoded.events(Dialects.OLLAMA, s)).isEqualTo(whole));
  }

  @Test
  void unknownFieldsAreCarried() {
    assertThat(events(message("{'content':'a','mood':'good'}")))
        .contains(new StreamEvent.Unrecognized("field message.mood", "\"good\"", 6));
  }

  private static String message(String message) {
    return "{'model':'m','created_at':'t','message':" + message + ",'done':false}";
  }

  private static String done(String fields) {
    return "{'model':'m','message':{'role':'assistant','content':''},'done':true," + fields + "}";
  }

  private static String stream(String... lines) {
    return List.of(lines).stream()
        .map(l -> l.replace('\'', '"').replace("`", "\\\"") + "\n")
        .collect(Collectors.joining());
  }

  private static List<StreamEvent> events(String... lines) {
    List<StreamEvent> events = Decoded.events(Dialects.OLLAMA, stream(lines));
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  private static Response response(String... lines) {
    return Decoded.response(events(lines));
  }

  private static String lines(String... lines) {
    return Decoded.counted(events(lines)).stream()
        .map(e -> EventJson.write(e).replace('"', '\'') + "\n")
        .collect(Collectors.joining());
  }
}
