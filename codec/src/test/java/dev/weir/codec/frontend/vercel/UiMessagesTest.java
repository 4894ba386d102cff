package dev.weir.codec.frontend.vercel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response.Block;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UiMessagesTest {

  private static FrontEndRequest read(String body) {
    return new UiMessageStream().read(new JsonReader(64, 1 << 20).read(body.replace('\'', '"')));
  }

  private static List<Message> messages(String messages) {
    return read("{'id':'c','messages':[%s]}".formatted(messages)).messages();
  }

  @Test
  void whatAUserSaysAndShowsIsRead() {
    assertThat(
            messages(
                "{'role':'system','parts':[{'type':'text','text':'Be short'}]},"
                    + "{'role':'user','parts':[{'type':'text','text':'What is this?'},"
                    + "{'type':'file','mediaType':'image/png','url':'data:image/png;base64,AAAA'},"
                    + "{'type':'file','mediaType':'application/pdf','filename':'a.pdf','url':'https://example.org/a.pdf'},"
                    + "{'type':'data-theme','data':1}]}"))
        .containsExactly(
            new Message.Instruction("Be short"),
            new Message.User(
                List.of(
                    new Content.Text("What is this?"),
                    Content.image("image/png", "AAAA"),
                    new Content.Attachment(
                        Content.Kind.DOCUMENT,
                        new Content.Source.At("https://example.org/a.pdf", "application/pdf"),
                        "a.pdf",
                        null,
                        dev.weir.codec.request.Note.NONE))));
  }

  @Test
  void anAnswerComesBackStepByStepWithItsSealsCallsAndOutputs() {
    List<Message> messages =
        messages(
            "{'role':'user','parts':[{'type':'text','text':'Warm?'}]},"
                + "{'role':'assistant','id':'a','parts':[{'type':'step-start'},"
                + "{'type':'reasoning','text':'Hm','providerMetadata':{'weir':{'seal':'weirseal1'}}},"
                + "{'type':'reasoning','text':'not sealed'},"
                + "{'type':'tool-weather','toolCallId':'c1','state':'output-available','input':{'city':'Bonn'},'output':{'degrees':9}},"
                + "{'type':'dynamic-tool','toolName':'locate','toolCallId':'c2','state':'output-error','input':{},'errorText':'no'},"
                + "{'type':'tool-web_search','toolCallId':'s','state':'output-available','input':{},'output':'','providerExecuted':true},"
                + "{'type':'tool-ask','toolCallId':'c3','state':'input-available','input':'text'},"
                + "{'type':'step-start'},{'type':'text','text':'It is 9.'},{'type':'source-url','url':'x'}]}");
    assertThat(messages).hasSize(4);
    List<Block> blocks = ((Message.Earlier) messages.get(1)).response().blocks();
    assertThat(blocks)
        .extracting(Block::kind)
        .containsExactly(
            BlockKind.REASONING, BlockKind.TOOL_CALL, BlockKind.TOOL_CALL, BlockKind.TOOL_CALL);
    assertThat(blocks.getFirst().reasoning())
        .isEqualTo(new Reasoning(null, List.of(), "weirseal1", null, false));
    assertThat(blocks.get(1).text()).isEqualTo("{\"city\":\"Bonn\"}");
    assertThat(messages.get(2))
        .isEqualTo(
            new Message.ToolOutputs(
                List.of(
                    new ToolOutput("c1", "weather", "{\"degrees\":9}", false),
                    new ToolOutput("c2", "locate", "no", true),
                    new ToolOutput("c3", "ask", "Not run: the turn ended before.", true))));
    assertThat(((Message.Earlier) messages.get(3)).response().text(BlockKind.TEXT))
        .isEqualTo("It is 9.");
  }

  @Test
  void anAnswerThatGoesOnKeepsItsName() {
    String user = "{'role':'user','id':'u','parts':[{'type':'text','text':'x'}]}";
    String answer = "{'role':'assistant','id':'a','parts':[{'type':'text','text':'y'}]}";
    assertThat(read("{'id':'c','messages':[%s]}".formatted(user)).answer()).isNull();
    assertThat(read("{'id':'c','messages':[%s,%s]}".formatted(user, answer)).answer())
        .isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'messages':[]} | id: name the chat",
        "{'id':'c','messages':[]} | messages: an array of UI messages",
        "{'id':'c','messages':[{'role':'user','content':'x'}]} | messages[0].parts: an array",
        "{'id':'c','messages':[{'role':'tool','parts':[]}]} | saw \"tool\"",
        "{'id':'c','messages':[{'role':'user','parts':[]}]} | a user says or shows something",
        "{'id':'c','messages':[{'role':'user','parts':[{'type':'file','url':'file:///etc/passwd','mediaType':'text/plain'}]}]} | messages[0].parts[0]: a file needs",
        "{'id':'c','messages':[{'role':'assistant','parts':[{'type':'tool-x'}]}]} | messages[0].parts[0]: a call has a",
      })
  void whatIsWrongIsNamed(String body, String why) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining(why);
  }
}
