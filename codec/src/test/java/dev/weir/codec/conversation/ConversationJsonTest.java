package dev.weir.codec.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.Corpus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationJsonTest {
  private static final Origin ORIGIN =
      new Origin(
          "anthropic",
          "messages[0]",
          new Json.Fields(Map.of("x", new Json.Num("1.50"))),
          List.of(RequestLoss.ofMeaning("x", "no other dialect has it")));

  @Test
  void whatIsWrittenIsReadBack() {
    List<Message> messages =
        List.of(
            new Message.Instruction("Be brief. \uD83C\uDF0A"),
            new Message.Instruction(
                List.of(new Content.Text("a", Note.cached())), Message.Rank.DEVELOPER, ORIGIN),
            new Message.User(
                List.of(
                    new Content.Text("b", new Note(new CacheMark("1h"), ORIGIN)),
                    Content.image("image/png", "AAAA"),
                    Content.imageAt("https://example.org/a.png"),
                    Content.file("a.pdf", "application/pdf", "AAAA"),
                    Content.stored(Content.Kind.DOCUMENT, "file_1"),
                    new Content.Attachment(Content.Kind.DOCUMENT, new Content.Source.Plain("text")),
                    new Content.Other("gemini", new Json.Bool(true)))),
            new Message.Assistant("c"),
            new Message.ToolOutputs(
                List.of(
                    new ToolOutput("call_1", "f", "d", /* isError= */ true),
                    new ToolOutput(
                        null,
                        "g",
                        List.of(new Content.Value(new Json.Num("1"), Note.NONE)),
                        /* isError= */ false,
                        Note.of(ORIGIN)))));
    assertThat(ConversationJson.read(ConversationJson.write(messages))).isEqualTo(messages);
  }

  @Test
  void whereAnotherModelWentOnIsReadBackWithWhatBothUsed() {
    var assembler = new ResponseAssembler();
    var block = new BlockId(0, 0);
    List.<StreamEvent>of(
            new StreamEvent.ResponseStart("r", "m1"),
            new StreamEvent.BlockStart(block, BlockKind.TEXT, null, null, false, Map.of()),
            new StreamEvent.BlockDelta(block, "Hel"),
            new StreamEvent.FailedTry("a", "m1", "broke", "It broke", "b", "m2", 0),
            new StreamEvent.Seam(
                block, 3, "a", "m1", "b", "m2", "prefill", 3, new Usage(3L, 1L, null, null, null)),
            new StreamEvent.BlockDelta(block, "lo"),
            new StreamEvent.BlockEnd(block, true, null, null, null, null),
            new StreamEvent.ResponseEnd(
                Verdict.COMPLETE, "stop", new Usage(7L, 5L, null, null, null)))
        .forEach(assembler::accept);
    List<Message> messages = List.of(new Message.Earlier(assembler.response(), null));
    assertThat(ConversationJson.read(ConversationJson.write(messages))).isEqualTo(messages);
  }

  @ParameterizedTest
  @CsvSource({"'', not JSON", "'{}', version null", "'{\"version\":2,\"messages\":[]}', version 2"})
  void whatIsNotAConversationIsRefused(String text, String words) {
    assertThatThrownBy(() -> ConversationJson.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  /** The provider sees no difference. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "anthropic | sealed | {'type':'message','id':'m','model':'c','role':'assistant','content':["
            + "{'type':'thinking','thinking':'Hm','signature':'sealed=='},"
            + "{'type':'redacted_thinking','data':'hidden=='},{'type':'text','text':'Hi'},"
            + "{'type':'tool_use','id':'t1','name':'f','input':{'b':1,'a':[2.50]}}],"
            + "'stop_reason':'tool_use','usage':{'input_tokens':1,'output_tokens':2}}",
        "openai-responses | sealed | {'id':'r','object':'response','model':'o','status':'completed',"
            + "'output':[{'id':'rs','type':'reasoning','encrypted_content':'sealed==',"
            + "'summary':[{'type':'summary_text','text':'a'},{'type':'summary_text','text':'b'}]},"
            + "{'id':'fc','type':'function_call','call_id':'t1','name':'f','arguments':'{}'}]}",
        "gemini | c2VhbGVk | {'candidates':[{'content':{'role':'model','parts':["
            + "{'text':'Hm','thought':true},{'text':'Hi','thoughtSignature':'c2VhbGVk'},"
            + "{'functionCall':{'name':'f','args':{'b':1}},'thoughtSignature':'c2VhbGVkMg=='}]},"
            + "'finishReason':'STOP'}],'modelVersion':'g','responseId':'r'}",
        "openai-chat | sealed | {'id':'r','model':'or','choices':[{'index':0,'message':{'role':'assistant',"
            + "'content':'Hi','reasoning':'Hm','reasoning_details':["
            + "{'type':'reasoning.text','text':'Hm','signature':'sealed==','index':0,'format':'x'},"
            + "{'type':'reasoning.encrypted','data':'sealed2==','index':1}]},'finish_reason':'stop'}]}",
      })
  void anotherProcessThatGoesOnAsksTheSameToTheByte(String word, String seal, String body)
      throws IOException {
    Dialect dialect = Dialects.named(word);
    String stream = body.replace('\'', '"');
    List<Message> conversation = conversation(dialect, stream.getBytes(UTF_8));
    String here = AnotherProcess.next(dialect, conversation);
    String elsewhere = AnotherProcess.nextElsewhere(dialect, ConversationJson.write(conversation));
    assertThat(elsewhere).isEqualTo(here).contains(seal);
  }

  @TestFactory
  Stream<DynamicNode> theRequestAfterEveryRecordedAnswerIsTheSameToTheByte() {
    return Stream.of("anthropic", "openai-responses", "openai-chat", "gemini", "cohere", "ollama")
        .map(Dialects::named)
        .map(dialect ->
            DynamicContainer.dynamicContainer(
                dialect.word(),
                Corpus.streams(dialect.word()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(s.name(), () -> isTheSame(dialect, s.bytes())))));
  }

  private static void isTheSame(Dialect dialect, byte[] bytes) {
    List<Message> conversation = conversation(dialect, bytes);
    List<Message> kept = ConversationJson.read(ConversationJson.write(conversation));
    assertThat(kept).isEqualTo(conversation);
    assertThat(AnotherProcess.next(dialect, kept))
        .isEqualTo(AnotherProcess.next(dialect, conversation));
  }

  private static List<Message> conversation(Dialect dialect, byte[] stream) {
    var assembler = new ResponseAssembler();
    Decoded.events(dialect, List.of(stream)).forEach(assembler::accept);
    Response response = assembler.response();
    List<Message> conversation = new ArrayList<>(List.of(Message.user("Hi")));
    conversation.addAll(GoingBack.of(response, dialect.word(), List.of()));
    conversation.add(Message.user("Go on"));
    return conversation;
  }
}
