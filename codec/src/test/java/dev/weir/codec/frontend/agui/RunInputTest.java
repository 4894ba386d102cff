package dev.weir.codec.frontend.agui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunInputTest {
  private static final JsonReader READER = new JsonReader(64, 1 << 20);

  private static FrontEndRequest read(String body) {
    return new AgUi().read(READER.read(body.replace('\'', '"')));
  }

  private static List<Message> messages(String messages) {
    return read("{'threadId':'t','runId':'r','messages':[%s]}".formatted(messages)).messages();
  }

  @Test
  void aRunNamesItsThreadItselfItsToolsAndItsSettings() {
    FrontEndRequest asked =
        read(
            "{'threadId':'t','runId':'r','messages':[{'id':'1','role':'user','content':'Hi'}],"
                + "'tools':[{'name':'paint','description':'Paints','parameters':{'type':'object','properties':{}}},{'name':'bare'}],"
                + "'forwardedProps':{'model':'m'},'state':{'a':1},'context':[]}");
    assertThat(asked.thread()).isEqualTo("t");
    assertThat(asked.answer()).isEqualTo("r");
    assertThat(asked.messages()).containsExactly(Message.user("Hi"));
    assertThat(asked.tools().stream().map(tool -> tool.name() + tool.parameters().toText()))
        .containsExactly(
            "paint{\"type\":\"object\",\"properties\":{}}", "bare{\"type\":\"object\"}");
    assertThat(asked.settings().get("model").text()).isEqualTo("m");
  }

  @Test
  void instructionsKeepTheirRankAndTheContextOfTheApplicationComesFirst() {
    assertThat(
            read("{'threadId':'t','runId':'r','context':[{'description':'Where','value':'Oslo'},{'description':'When','value':'noon'}],"
                    + "'messages':[{'role':'system','content':'Be short'},{'role':'developer','content':'And kind'},{'role':'user','content':'Hi'}]}")
                .messages())
        .containsExactly(
            new Message.Instruction("Where:\nOslo\n\nWhen:\nnoon"),
            new Message.Instruction("Be short"),
            new Message.Instruction(
                List.of(new Content.Text("And kind")), Message.Rank.DEVELOPER, null),
            Message.user("Hi"));
  }

  @Test
  void whatAUserShowsIsRead() {
    assertThat(
            messages(
                "{'role':'user','content':[{'type':'text','text':'What is this?'},"
                    + "{'type':'image','source':{'type':'data','mimeType':'image/png','value':'AAAA'}},"
                    + "{'type':'image','source':{'type':'url','value':'https://example.org/a.png'}}]}"))
        .singleElement()
        .satisfies(message -> {
          List<Content> said = ((Message.User) message).contents();
          assertThat(said.get(0)).isEqualTo(new Content.Text("What is this?"));
          assertThat(said.get(1)).isEqualTo(Content.image("image/png", "AAAA"));
          assertThat(((Content.Attachment) said.get(2)).kind()).isEqualTo(Content.Kind.IMAGE);
        });
  }

  @Test
  void anAnswerIsItsReasoningTextCallsAndWhatTheyGaveUntilSomebodyElseSpeaks() {
    List<Message> messages =
        messages(
            "{'role':'user','content':'Warm?'},"
                + "{'role':'reasoning','content':'Hm','encryptedValue':'weirseal1'},"
                + "{'role':'assistant','content':'I look.','toolCalls':[{'id':'c1','type':'function','function':{'name':'look','arguments':'{}'}}]},"
                + "{'role':'activity','content':{'a':1}},"
                + "{'role':'tool','toolCallId':'c1','content':'warm'},"
                + "{'role':'assistant','content':'It is.'},"
                + "{'role':'user','content':'Thanks'}");
    assertThat(messages).hasSize(5);
    Response answer = ((Message.Earlier) messages.get(1)).response();
    assertThat(answer.blocks().stream().map(Response.Block::kind))
        .containsExactly(BlockKind.REASONING, BlockKind.TEXT, BlockKind.TOOL_CALL);
    assertThat(((Message.ToolOutputs) messages.get(2)).outputs())
        .containsExactly(new ToolOutput("c1", "look", "warm", /* isError= */ false));
    assertThat(messages.get(4)).isEqualTo(Message.user("Thanks"));
  }

  @Test
  void aToolThatFailedSaysSo() {
    List<Message> messages =
        messages(
            "{'role':'user','content':'Warm?'},"
                + "{'role':'assistant','toolCalls':[{'id':'c1','function':{'name':'look','arguments':'{}'}}]},"
                + "{'role':'tool','toolCallId':'c1','content':'','error':'It rains in'}");
    assertThat(((Message.ToolOutputs) messages.getLast()).outputs())
        .containsExactly(new ToolOutput("c1", "look", "It rains in", /* isError= */ true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'runId':'r','messages':[{'role':'user','content':'Hi'}]} | threadId",
        "{'threadId':'t','messages':[{'role':'user','content':'Hi'}]} | runId",
        "{'threadId':'t','runId':'r','messages':[]} | messages",
        "{'threadId':'t','runId':'r','messages':[{'role':'king','content':'Hi'}]} | messages[0].role",
        "{'threadId':'t','runId':'r','messages':[{'role':'user','content':[]}]} | messages[0].content",
        "{'threadId':'t','runId':'r','messages':[{'role':'user','content':[{'type':'image'}]}]} | messages[0].content[0]",
        "{'threadId':'t','runId':'r','messages':[{'role':'assistant','toolCalls':[{'id':'c'}]}]} | messages[0].toolCalls[0]",
        "{'threadId':'t','runId':'r','messages':[{'role':'tool','content':'x'}]} | messages[0].toolCallId",
        "{'threadId':'t','runId':'r','messages':[{'role':'user','content':'Hi'}],'tools':[{'name':'no spaces'}]} | tools[0].name",
      },
      quoteCharacter = '`')
  void whatIsWrongIsNamedByItsPlace(String body, String place) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining(place);
  }
}
