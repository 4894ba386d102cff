package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.responses.ResponsesStream.COMPLETED;
import static dev.weir.codec.dialect.responses.ResponsesStream.CREATED;
import static dev.weir.codec.dialect.responses.ResponsesStream.added;
import static dev.weir.codec.dialect.responses.ResponsesStream.completed;
import static dev.weir.codec.dialect.responses.ResponsesStream.done;
import static dev.weir.codec.dialect.responses.ResponsesStream.event;
import static dev.weir.codec.dialect.responses.ResponsesStream.inside;
import static dev.weir.codec.dialect.responses.ResponsesStream.lines;
import static dev.weir.codec.dialect.responses.ResponsesStream.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.testkit.Cases;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasoning, once: the rules R1 to R7. */
class ReasoningItemTest {

  @Test
  void r1AnItemWithTextHasOneLifecycleThatItsLastEventEnds() {
    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'rs','type':'reasoning','summary':[]}"),
                event(
                    "content_part.added", 0, "'content_index':0,'part':{'type':'reasoning_text'}"),
                event("reasoning_text.delta", 0, "'content_index':0,'delta':'Let me'"),
                event("reasoning_text.delta", 0, "'content_index':0,'delta':' see'"),
                event("reasoning_text.done", 0, "'content_index':0,'text':'Let me see'"),
                event(
                    "content_part.done",
                    0,
                    "'content_index':0,'part':{'type':'reasoning_text','text':'Let me see'}"),
                event("output_text.delta", 1, "'content_index':0,'item_id':'msg','delta':'Hi'"),
                done(
                    0,
                    "{'id':'rs','type':'reasoning','summary':[],'encrypted_content':'enc',"
                        + "'content':[{'type':'reasoning_text','text':'Let me see'}]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs'}
            {'type':'block_delta','output':0,'block':0,'text':'Let me'}
            {'type':'block_delta','output':0,'block':0,'text':' see'}
            {'type':'block_start','output':1,'block':1,'kind':'text','id':'msg'}
            {'type':'block_delta','output':1,'block':1,'text':'Hi'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','encrypted':'enc'}}
            {'type':'output_end','output':0,'reason':'stop'}
            {'type':'block_end','output':1,'block':1,'complete':false}
            """);
  }

  @Test
  void r1ASummaryOfSeveralPartsIsOneBlock() {
    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'rs','type':'reasoning','summary':[]}"),
                event("reasoning_summary_part.added", 0, "'summary_index':0,'part':{'text':''}"),
                event("reasoning_summary_text.delta", 0, "'summary_index':0,'delta':'**One**'"),
                event("reasoning_summary_text.done", 0, "'summary_index':0,'text':'**One**'"),
                event(
                    "reasoning_summary_part.done",
                    0,
                    "'summary_index':0,'part':{'text':'**One**'}"),
                event("reasoning_summary_part.added", 0, "'summary_index':1,'part':{'text':''}"),
                event("reasoning_summary_text.delta", 0, "'summary_index':1,'delta':'**Two**'"),
                event(
                    "reasoning_summary_part.done",
                    0,
                    "'summary_index':1,'part':{'text':'**Two**'}"),
                done(
                    0,
                    "{'id':'rs','type':'reasoning','summary':["
                        + "{'type':'summary_text','text':'**One**'},"
                        + "{'type':'summary_text','text':'**Two**'}]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':0,'text':'**One**'}
            {'type':'block_delta','output':0,'block':0,'part':1,'text':'**Two**'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','summary':['**One**','**Two**']}}
            {'type':'output_end','output':0,'reason':'stop'}
            """);
  }

  @Test
  void r1ASummaryThatComesOnlyWithTheEndOfItsItemIsNotASecondBlock() {
    assertThat(reasoning("r-text.sse"))
        .containsExactly(
            "0 [hello world] Reasoning[id=rs_1, summary=[sum-A], encrypted=ENC-XYZ, signature=null,"
                + " redacted=false]");
  }

  @Test
  void r1ASummaryThatComesOnlyWithTheEndOfTheResponseIsNotASecondBlock() {
    assertThat(reasoning("r-late-sum.sse"))
        .containsExactly(
            "0 [hello world] Reasoning[id=rs_1, summary=[late summary], encrypted=ENC2,"
                + " signature=null, redacted=false]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r-text.sse", "r-late-sum.sse"})
  void aLateSummaryGoesBackToTheProviderAndComesBackFromTheEncoder(String name) {
    List<StreamEvent> events =
        Decoded.events(Dialects.OPENAI_RESPONSES, List.of(Cases.bytes(name)));
    var encoder =
        new StreamEncoder(
            Dialects.OPENAI_RESPONSES, Dialects.OPENAI_RESPONSES, EncodeOptions.DEFAULT);
    List<byte[]> written = new ArrayList<>();
    events.forEach(event -> encoder.accept(event, written::add));

    assertThat(Decoded.response(Decoded.events(Dialects.OPENAI_RESPONSES, written)).blocks())
        .isEqualTo(Decoded.response(events).blocks());
    assertThat(
            Dialects.OPENAI_RESPONSES
                .clientSide()
                .orElseThrow()
                .nextRequest(Decoded.response(events)))
        .containsPattern(
            "\"summary\":\\[\\{\"type\":\"summary_text\",\"text\":\"(sum-A|late summary)\"");
  }

  @Test
  void reasoningThatComesAfterItsItemWasDoneIsAFaultAndNotASecondBlock() {
    Response response =
        response(
            CREATED,
            event("reasoning_summary_text.delta", 0, "'summary_index':0,'delta':'short'"),
            done(0, "{'id':'rs','type':'reasoning','summary':[{'text':'short'}]}"),
            completed(
                "{'id':'rs','type':'reasoning','summary':[{'text':'short'}],"
                    + "'content':[{'text':'raw'}]}"));

    assertThat(response.blocks()).hasSize(1);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.CONTRADICTION,
                "Reasoning of 3 characters came for output 0 after its item was done without any;"
                    + " it is left out"));
  }

  private static List<String> reasoning(String name) {
    List<StreamEvent> events =
        Decoded.events(Dialects.OPENAI_RESPONSES, List.of(Cases.bytes(name)));
    assertThat(GrammarChecker.check(events)).isEmpty();
    return Decoded.response(events).blocks(BlockKind.REASONING).stream()
        .map(b -> "%s %s %s".formatted(b.block().output(), b.parts(), b.reasoning()))
        .toList();
  }

  @Test
  void r2ASummaryBesideTheRawTextIsABlockOfItsOwnAndTheFirstCarriesTheMetadata() {
    String[] chunks = {
      CREATED,
      added(0, "{'id':'rs','type':'reasoning'}"),
      event("reasoning_text.delta", 0, "'content_index':0,'delta':'raw '"),
      event("reasoning_summary_text.delta", 0, "'summary_index':0,'delta':'short'"),
      event("reasoning_summary_part.done", 0, "'summary_index':0,'part':{'text':'short'}"),
      event("reasoning_text.delta", 0, "'content_index':0,'delta':'text'"),
      done(
          0,
          "{'id':'rs','type':'reasoning','encrypted_content':'enc',"
              + "'summary':[{'text':'short'}],'content':[{'text':'raw text'}]}"),
      COMPLETED
    };

    assertThat(inside(chunks))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs'}
            {'type':'block_delta','output':0,'block':0,'text':'raw '}
            {'type':'block_start','output':0,'block':1,'kind':'reasoning','id':'rs','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':1,'text':'short'}
            {'type':'block_delta','output':0,'block':0,'text':'text'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','summary':['short'],'encrypted':'enc'}}
            {'type':'block_end','output':0,'block':1,'complete':true}
            {'type':'output_end','output':0,'reason':'stop'}
            """);
    assertThat(response(chunks).text(BlockKind.REASONING)).isEqualTo("shortraw text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'id':'rs','type':'reasoning','summary':[],'encrypted_content':'enc'}",
        "{'id':'rs','type':'reasoning','summary':[]}"
      })
  void r3AnItemWithMetadataAloneIsOneSyntheticBlock(String item) {
    String encrypted = item.contains("enc") ? ",'encrypted':'enc'" : "";

    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'rs','type':'reasoning','encrypted_content':null,'summary':[]}"),
                done(0, item),
                completed(item)))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs','synthetic':true}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs'%s}}
            {'type':'output_end','output':0,'reason':'stop'}
            """
                .formatted(encrypted));
  }

  @Test
  void r3AnItemWithNothingAtAllHasNoBlock() {
    assertThat(inside(CREATED, done(0, "{'type':'reasoning','summary':[]}"), COMPLETED))
        .isEqualTo(
            """
            {'type':'output_end','output':0,'reason':'stop'}
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{'type':'response.failed','response':{'error':{'message':'No.'}}}",
        "{'type':'response.incomplete','response':{'status':'incomplete','output':[]}}",
        "{'type':'response.cancelled','response':{'status':'cancelled'}}",
        "{'type':'response.completed','response':{'status':'completed','output':[]}}"
      })
  void r4EndsThatWereDeferredAreCutInOrderIfTheItemIsNeverDone(String terminal) {
    Response response =
        response(
            CREATED,
            added(0, "{'id':'a','type':'reasoning'}"),
            added(1, "{'id':'b','type':'reasoning'}"),
            event("reasoning_text.delta", 1, "'content_index':0,'delta':'second'"),
            event("reasoning_text.delta", 0, "'content_index':0,'delta':'first'"),
            added(2, "{'id':'c','type':'reasoning','encrypted_content':'half'}"),
            terminal.isEmpty() ? "{'type':'keepalive'}" : terminal);

    assertThat(response.blocks(BlockKind.REASONING))
        .extracting(b -> b.id() + " " + b.text() + " " + b.complete() + " " + b.synthetic())
        .containsExactly("a first false false", "b second false false", "c  false true");
  }

  @Test
  void r4AnItemThatOnlyTheCompletedResponseConfirmsIsComplete() {
    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'rs','type':'reasoning'}"),
                event("reasoning_summary_text.delta", 0, "'summary_index':0,'delta':'Hm'"),
                completed(
                    "{'id':'rs','type':'reasoning','encrypted_content':'enc',"
                        + "'summary':[{'type':'summary_text','text':'Hm.'}]}")))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':0,'text':'Hm'}
            {'type':'block_delta','output':0,'block':0,'text':'.'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','summary':['Hm.'],'encrypted':'enc'}}
            {'type':'output_end','output':0,'reason':'stop'}
            """);
  }

  @Test
  void r5TheLastEncryptedContentWinsEvenIfTheBlockHadEnded() {
    String[] chunks = {
      CREATED,
      added(0, "{'id':'rs','type':'reasoning','encrypted_content':'first','summary':[]}"),
      event("reasoning_summary_text.delta", 0, "'summary_index':0,'delta':'Hm'"),
      done(
          0,
          "{'id':'rs','type':'reasoning','encrypted_content':'second','summary':[{'text':'Hm'}]}"),
      completed(
          "{'id':'rs','type':'reasoning','encrypted_content':'third','summary':[{'text':'Hm'}]}")
    };

    assertThat(lines(chunks))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r','modelName':'m'}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':0,'text':'Hm'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','summary':['Hm'],'encrypted':'second'}}
            {'type':'output_end','output':0,'reason':'stop'}
            {'type':'response_end','verdict':'COMPLETE','word':'completed','reasoning':[{'block':0,'id':'rs','encrypted':'third'}]}
            """);
    assertThat(response(chunks).blocks().getFirst().reasoning())
        .isEqualTo(new Reasoning("rs", List.of("Hm"), "third", null, false));
  }

  @Test
  void r5ATerminalWithoutEncryptedContentTakesNothingAway() {
    Response response =
        response(
            CREATED,
            done(0, "{'id':'rs','type':'reasoning','encrypted_content':'enc','summary':[]}"),
            completed("{'id':'rs','type':'reasoning','encrypted_content':null,'summary':[]}"));

    assertThat(response.blocks().getFirst().reasoning())
        .isEqualTo(new Reasoning("rs", List.of(), "enc", null, false));
  }

  @Test
  void r5FieldsThatOtherProvidersAddAreKept() {
    assertThat(
            inside(
                CREATED,
                done(
                    0,
                    "{'id':'rs','type':'reasoning','summary':[],'signature':'sig',"
                        + "'format':'anthropic-claude-v1','content':[{'text':'Hm'}]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs'}
            {'type':'block_delta','output':0,'block':0,'text':'Hm'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','signature':'sig'},'source':'{\\'format\\':\\'anthropic-claude-v1\\'}'}
            {'type':'output_end','output':0,'reason':'stop'}
            """);
  }

  @Test
  void r7TheBlockOutlivesThePhase() {
    // The answer has begun, and the metadata still comes.
    assertThat(
            inside(
                CREATED,
                event("reasoning_text.delta", 0, "'item_id':'rs','content_index':0,'delta':'Hm'"),
                event("output_text.delta", 1, "'item_id':'msg','content_index':0,'delta':'Hi'"),
                done(0, "{'id':'rs','type':'reasoning','encrypted_content':'enc'}"),
                done(1, "{'id':'msg','type':'message','content':[]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'rs'}
            {'type':'block_delta','output':0,'block':0,'text':'Hm'}
            {'type':'block_start','output':1,'block':1,'kind':'text','id':'msg'}
            {'type':'block_delta','output':1,'block':1,'text':'Hi'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'rs','encrypted':'enc'}}
            {'type':'output_end','output':0,'reason':'stop'}
            {'type':'block_end','output':1,'block':1,'complete':true}
            {'type':'output_end','output':1,'reason':'stop'}
            """);
  }

  @Test
  void olderPreviewsAndServersNameTheirPartsDifferently() {
    Response response =
        response(
            CREATED,
            added(0, "{'id':'rs','type':'reasoning'}"),
            event("reasoning_part.added", 0, "'content_index':0,'part':{'type':'reasoning_text'}"),
            event("reasoning_text.delta", 0, "'content_index':0,'delta':'a'"),
            event(
                "reasoning_part.done",
                0,
                "'content_index':0,'part':{'type':'reasoning_text','text':'ab'}"),
            event("content_part.added", 0, "'content_index':0,'part':{'type':'output_text'}"),
            event(
                "content_part.done",
                0,
                "'content_index':0,'part':{'type':'output_text','text':'abc'}"),
            event("reasoning.delta", 0, "'content_index':0,'delta':{'text':'d'}"),
            done(
                0,
                "{'id':'rs','type':'reasoning','content':[{'type':'output_text','text':'abcde'}]}"),
            COMPLETED);

    assertThat(response.text(BlockKind.REASONING)).isEqualTo("abcde");
    assertThat(response.blocks()).hasSize(1);
    assertThat(response.faults()).isEmpty();
  }
}
