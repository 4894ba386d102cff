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

import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolItemsTest {

  /** Calls that the client must run. */
  @Nested
  class ClientCalls {
    private static final String CALL =
        "'id':'fc','type':'function_call','call_id':'call_1','name':'add'";

    @Test
    void streamTheirArguments() {
      assertThat(
              lines(
                  CREATED,
                  added(0, "{" + CALL + ",'arguments':'','status':'in_progress'}"),
                  event("function_call_arguments.delta", 0, "'delta':'[1,'"),
                  event("function_call_arguments.delta", 0, "'delta':'2]'"),
                  event("function_call_arguments.done", 0, "'name':'add','arguments':'[1,2]'"),
                  done(0, "{" + CALL + ",'arguments':'[1,2]','status':'completed'}"),
                  completed("{" + CALL + ",'arguments':'[1,2]','status':'completed'}")))
          .isEqualTo(
              """
              {'type':'response_start','responseId':'r','modelName':'m'}
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'call_1','name':'add','origin':{'type':'function_call','item':'fc'}}
              {'type':'block_delta','output':0,'block':0,'text':'[1,'}
              {'type':'block_delta','output':0,'block':0,'text':'2]'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'[1,2]'}
              {'type':'output_end','output':0,'reason':'tool_calls','word':'completed'}
              {'type':'response_end','verdict':'TOOL_CALLS','word':'completed'}
              """);
    }

    @Test
    void mayHaveTheirArgumentsOnlyAtTheEnd() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{" + CALL + ",'arguments':''}"),
                  event("function_call_arguments.done", 0, "'arguments':'[1,2]'"),
                  done(0, "{" + CALL + ",'arguments':'[1,2]'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'call_1','name':'add','origin':{'type':'function_call','item':'fc'}}
              {'type':'block_delta','output':0,'block':0,'text':'[1,2]'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'[1,2]'}
              {'type':'output_end','output':0,'reason':'tool_calls'}
              """);
    }

    @Test
    void mayHaveTheirArgumentsInTheItemAloneAsTextOrObject() {
      Response response =
          response(
              CREATED,
              done(0, "{" + CALL + ",'arguments':'[1]'}"),
              done(1, "{'id':'fd','type':'function_call','name':'f','arguments':{'b':2,'a':1}}"),
              COMPLETED);

      assertThat(response.blocks(BlockKind.TOOL_CALL))
          .extracting(b -> b.id() + " " + b.text())
          .containsExactly("call_1 [1]", "fd {\"a\":1,\"b\":2}");
    }

    @Test
    void keepWhoCalledThemAndTheirNamespace() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{" + CALL + ",'namespace':'crm','caller':{'type':'program'}}"),
                  done(
                      0,
                      "{"
                          + CALL
                          + ",'namespace':'crm','caller':{'type':'program'},"
                          + "'arguments':'[]','status':'in_progress'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'call_1','name':'add','origin':{'type':'function_call','item':'fc','namespace':'crm'}}
              {'type':'block_delta','output':0,'block':0,'text':'[]'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'[]','source':'{\\'caller\\':{\\'type\\':\\'program\\'}}'}
              {'type':'output_end','output':0,'reason':'tool_calls','word':'in_progress'}
              """);
    }

    @Test
    void ofCustomToolsTakeFreeText() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'ct','type':'custom_tool_call','call_id':'c1','name':'sql'}"),
                  event("custom_tool_call_input.delta", 0, "'delta':'select '"),
                  event("custom_tool_call_input.delta", 0, "'delta':'1'"),
                  event("custom_tool_call_input.done", 0, "'input':'select 1'"),
                  done(
                      0,
                      "{'id':'ct','type':'custom_tool_call','call_id':'c1','name':'sql',"
                          + "'input':'select 1','status':'completed'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'c1','name':'sql','origin':{'type':'custom_tool_call','item':'ct'}}
              {'type':'block_delta','output':0,'block':0,'text':'select '}
              {'type':'block_delta','output':0,'block':0,'text':'1'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'select 1'}
              {'type':'output_end','output':0,'reason':'tool_calls','word':'completed'}
              """);
    }

    @Test
    void waitForTheirNameIfTheirStartWasLost() {
      assertThat(
              inside(
                  CREATED,
                  event("function_call_arguments.delta", 3, "'item_id':'fc','delta':'[1'"),
                  event("function_call_arguments.delta", 3, "'item_id':'fc','delta':']'"),
                  done(3, "{" + CALL + ",'arguments':'[1]'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'call_1','name':'add','origin':{'type':'function_call','item':'fc'}}
              {'type':'block_delta','output':0,'block':0,'text':'[1]'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'[1]'}
              {'type':'output_end','output':0,'reason':'tool_calls'}
              """);
    }

    @Test
    void cutInTheMiddleAreHandedOverAsCut() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{" + CALL + "}"),
                  event("function_call_arguments.delta", 0, "'delta':'[1'"),
                  added(1, "{'id':'fd','type':'function_call','call_id':'call_2','name':'sub'}"),
                  event("function_call_arguments.done", 1, "'arguments':'[]'"),
                  event("function_call_arguments.delta", 2, "'item_id':'fe','delta':'[3'")))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'call_1','name':'add','origin':{'type':'function_call','item':'fc'}}
              {'type':'block_delta','output':0,'block':0,'text':'[1'}
              {'type':'block_start','output':1,'block':1,'kind':'tool_call','id':'call_2','name':'sub','origin':{'type':'function_call','item':'fd'}}
              {'type':'block_delta','output':1,'block':1,'text':'[]'}
              {'type':'block_end','output':0,'block':0,'complete':false,'arguments':'[1'}
              {'type':'block_end','output':1,'block':1,'complete':true,'arguments':'[]'}
              {'type':'block_start','output':2,'block':2,'kind':'tool_call','id':'fe','origin':{'type':'function_call','item':'fe'}}
              {'type':'block_delta','output':2,'block':2,'text':'[3'}
              {'type':'block_end','output':2,'block':2,'complete':false,'arguments':'[3'}
              """);
    }
  }

  /** Tools of the provider. */
  @Nested
  class ServerTools {
    @Test
    void ofAnMcpServerHaveArgumentsProgressAndAnOutput() {
      String item =
          "{'id':'mcp','type':'mcp_call','name':'ask','server_label':'wiki','arguments':'[1]','output':'42'}";

      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'mcp','type':'mcp_call','name':'ask','server_label':'wiki'}"),
                  event("mcp_call.in_progress", 0, "'item_id':'mcp'"),
                  event("mcp_call_arguments.delta", 0, "'item_id':'mcp','delta':'[1]'"),
                  event("mcp_call_arguments.done", 0, "'item_id':'mcp','arguments':'[1]'"),
                  event("mcp_call.completed", 0, "'item_id':'mcp'"),
                  done(0, item),
                  completed(item)))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'mcp','name':'ask','origin':{'type':'mcp_call','server_label':'wiki'}}
              {'type':'tool_progress','output':0,'block':0,'status':'in_progress'}
              {'type':'block_delta','output':0,'block':0,'text':'[1]'}
              {'type':'tool_progress','output':0,'block':0,'status':'completed'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'[1]','source':'%s'}
              {'type':'block_start','output':0,'block':1,'kind':'tool_output','id':'mcp','name':'mcp_call'}
              {'type':'block_delta','output':0,'block':1,'text':'42'}
              {'type':'block_end','output':0,'block':1,'complete':true}
              {'type':'output_end','output':0,'reason':'stop'}
              """
                  .formatted(item.replace("'", "\\'")));
    }

    @Test
    void thatRunCodeHaveTheCodeItsOutputAndItsPictures() {
      String item =
          "{'id':'ci','type':'code_interpreter_call','status':'completed','code':'print(1)',"
              + "'outputs':[{'type':'logs','logs':'1'},{'type':'image','url':'https://x/y.png'}]}";

      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'ci','type':'code_interpreter_call','code':''}"),
                  event("code_interpreter_call.in_progress", 0, "'item_id':'ci'"),
                  event("code_interpreter_call_code.delta", 0, "'delta':'print'"),
                  event("code_interpreter_call_code.delta", 0, "'delta':'(1)'"),
                  event("code_interpreter_call_code.done", 0, "'code':'print(1)'"),
                  event("code_interpreter_call.interpreting", 0, "'item_id':'ci'"),
                  done(0, item),
                  completed(item)))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'ci','name':'code_interpreter_call','origin':{'type':'code_interpreter_call','announced':'{\\'code\\':\\'\\'}'}}
              {'type':'tool_progress','output':0,'block':0,'status':'in_progress'}
              {'type':'block_delta','output':0,'block':0,'text':'print'}
              {'type':'block_delta','output':0,'block':0,'text':'(1)'}
              {'type':'tool_progress','output':0,'block':0,'status':'interpreting'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'print(1)','source':'%s'}
              {'type':'block_start','output':0,'block':1,'kind':'tool_output','id':'ci','name':'code_interpreter_call'}
              {'type':'block_delta','output':0,'block':1,'text':'1'}
              {'type':'block_start','output':0,'block':2,'kind':'media','id':'ci','name':'image'}
              {'type':'block_delta','output':0,'block':2,'text':'https://x/y.png'}
              {'type':'block_end','output':0,'block':2,'complete':true}
              {'type':'block_end','output':0,'block':1,'complete':true}
              {'type':'output_end','output':0,'reason':'stop','word':'completed'}
              """
                  .formatted(item.replace("'", "\\'")));
    }

    @Test
    void thatPaintSayEachPicture() {
      String item =
          "{'id':'ig','type':'image_generation_call','output_format':'png','result':'d2hvbGU='}";

      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'ig','type':'image_generation_call','result':null}"),
                  event("image_generation_call.generating", 0, "'item_id':'ig'"),
                  event(
                      "image_generation_call.partial_image",
                      0,
                      "'partial_image_index':0,'output_format':'png','partial_image_b64':'cGFydA=='"),
                  done(0, item),
                  completed(item)))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'ig','name':'image_generation_call','origin':{'type':'image_generation_call','announced':'{\\'result\\':null}'}}
              {'type':'tool_progress','output':0,'block':0,'status':'generating'}
              {'type':'unrecognized','name':'also output_format','preview':'\\'png\\'','length':5}
              {'type':'block_start','output':0,'block':1,'kind':'media','id':'ig','name':'image/png','origin':{'partial':'0'}}
              {'type':'block_delta','output':0,'block':1,'text':'cGFydA=='}
              {'type':'block_end','output':0,'block':1,'complete':true}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'','source':'%s'}
              {'type':'block_start','output':0,'block':2,'kind':'media','id':'ig','name':'image/png'}
              {'type':'block_delta','output':0,'block':2,'text':'d2hvbGU='}
              {'type':'block_end','output':0,'block':2,'complete':true}
              {'type':'output_end','output':0,'reason':'stop'}
              """
                  .formatted(item.replace("'", "\\'")));
    }

    @Test
    void ofTheShellHaveAPartForEachCommand() {
      String item =
          "{'id':'sh','type':'shell_call','call_id':'c','action':{'commands':['ls -a','pwd']}}";

      assertThat(
              inside(
                  CREATED,
                  added(
                      0, "{'id':'sh','type':'shell_call','call_id':'c','action':{'commands':[]}}"),
                  event("shell_call_command.added", 0, "'command_index':0,'command':''"),
                  event("shell_call_command.delta", 0, "'command_index':0,'delta':'ls'"),
                  event("shell_call_command.added", 0, "'command_index':1,'command':'p'"),
                  event("shell_call_command.delta", 0, "'command_index':1,'delta':'wd'"),
                  event("shell_call_command.done", 0, "'command_index':0,'command':'ls -a'"),
                  done(0, item),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'sh','name':'shell_call','origin':{'type':'shell_call','call_id':'c','announced':'{\\'action\\':{\\'commands\\':[]}}'}}
              {'type':'block_delta','output':0,'block':0,'text':'ls'}
              {'type':'block_delta','output':0,'block':0,'part':1,'text':'p'}
              {'type':'block_delta','output':0,'block':0,'part':1,'text':'wd'}
              {'type':'block_delta','output':0,'block':0,'text':' -a'}
              {'type':'block_end','output':0,'block':0,'complete':true,'source':'%s'}
              {'type':'output_end','output':0,'reason':'stop'}
              """
                  .formatted(item.replace("'", "\\'")));
    }

    @Test
    void ofTheShellGiveBackWhatEachCommandWrote() {
      String output =
          "[{'stdout':'a','stderr':'','outcome':{'type':'exit','exit_code':0}},"
              + "{'stdout':'bc','stderr':'oh','outcome':{'type':'timeout'}}]";
      String item = "{'id':'so','type':'shell_call_output','call_id':'c','output':" + output + "}";

      assertThat(
              inside(
                  CREATED,
                  added(1, "{'id':'so','type':'shell_call_output','call_id':'c'}"),
                  event(
                      "shell_call_output_content.delta",
                      1,
                      "'command_index':0,'delta':{'stdout':'a'}"),
                  event(
                      "shell_call_output_content.delta",
                      1,
                      "'command_index':1,'delta':{'stdout':'b','stderr':'o'}"),
                  event(
                      "shell_call_output_content.done",
                      1,
                      "'command_index':1,'output':[{'stdout':'bc','stderr':'oh'}]"),
                  done(1, item),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'tool_output','id':'so','name':'shell_call_output','origin':{'call_id':'c'}}
              {'type':'block_delta','output':0,'block':0,'text':'a'}
              {'type':'block_delta','output':0,'block':0,'part':2,'text':'b'}
              {'type':'block_delta','output':0,'block':0,'part':3,'text':'o'}
              {'type':'block_delta','output':0,'block':0,'part':2,'text':'c'}
              {'type':'block_delta','output':0,'block':0,'part':3,'text':'h'}
              {'type':'block_end','output':0,'block':0,'complete':true,'source':'%s'}
              {'type':'output_end','output':0,'reason':'stop'}
              """
                  .formatted(item.replace("'", "\\'")));
    }

    @Test
    void thatPatchFilesStreamTheDiff() {
      Response response =
          response(
              CREATED,
              added(0, "{'id':'ap','type':'apply_patch_call','operation':{'type':'update_file'}}"),
              event("apply_patch_call_operation_diff.delta", 0, "'item_id':'ap','delta':'@@'"),
              event("apply_patch_call_operation_diff.done", 0, "'item_id':'ap','diff':'@@ -1'"),
              done(0, "{'id':'ap','type':'apply_patch_call','operation':{'diff':'@@ -1 +1'}}"),
              COMPLETED);

      assertThat(response.text(BlockKind.SERVER_TOOL)).isEqualTo("@@ -1 +1");
      assertThat(response.faults()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            'type':'web_search_call','action':{'type':'search','query':'q'} | web_search_call | {'query':'q','type':'search'}
            'type':'web_search_call','name':'web_search','arguments':'[1]'  | web_search      | [1]
            'type':'file_search_call','queries':['q']                       | file_search_call | {'queries':['q']}
            'type':'tool_search_call','arguments':{'b':1,'a':2}             | tool_search_call | {'a':2,'b':1}
            'type':'local_shell_call','action':{'type':'exec','command':['ls']} | local_shell_call | {'command':['ls'],'type':'exec'}
            'type':'computer_call','action':{'type':'click','x':1}          | computer_call   | {'type':'click','x':1}
            'type':'computer_call','actions':[{'type':'wait'}]              | computer_call   | [{'type':'wait'}]
            'type':'mcp_approval_request','name':'pay','arguments':'[9]'    | pay             | [9]
            'type':'mcp_list_tools','tools':[{'name':'x'}]                  | mcp_list_tools  | ``
            'type':'program','code':'go()'                                  | program         | go()
            'type':'compaction','encrypted_content':'enc'                   | compaction      | ``
            """)
    void areKeptWholeUnderTheirNameWithWhatTheyAreCalledWith(
        String fields, String name, String arguments) {
      String item = "{'id':'x'," + fields + "}";
      Response response = response(CREATED, added(0, item), done(0, item), completed(item));

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.text())
          .containsExactly("SERVER_TOOL x " + name + " " + ResponsesStream.json(arguments));
      assertThat(response.blocks().getFirst().source()).isEqualTo(ResponsesStream.json(item));
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            'type':'program_output','result':'7'                                       | 7
            'type':'function_call_output','output':'ok'                                | ok
            'type':'custom_tool_call_output','output':[{'type':'input_text','text':'ok'}] | ok
            'type':'tool_search_output','tools':[{'name':'f'}]                         | ``
            """)
    void giveBackItemsOfTheirOwn(String fields, String text) {
      String item = "{'id':'x'," + fields + "}";
      Response response = response(CREATED, added(0, item), done(0, item), completed(item));

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.id() + " " + b.text())
          .containsExactly("TOOL_OUTPUT x " + text);
      assertThat(response.blocks().getFirst().source()).isEqualTo(ResponsesStream.json(item));
    }

    @Test
    void ofAnotherVersionAreCarriedAndKept() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'x','type':'x_search_call'}"),
                  event("x_search_call.searching", 0, "'item_id':'x'"),
                  done(0, "{'id':'x','type':'x_search_call','status':'failed'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'unrecognized','name':'item x_search_call','preview':'{\\'id\\':\\'x\\',\\'type\\':\\'x_search_call\\'}','length':33}
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'x','name':'x_search_call','origin':{'type':'x_search_call'}}
              {'type':'tool_progress','output':0,'block':0,'status':'searching'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'','source':'{\\'id\\':\\'x\\',\\'type\\':\\'x_search_call\\',\\'status\\':\\'failed\\'}'}
              {'type':'output_end','output':0,'reason':'failed','word':'failed'}
              """);
    }

    @Test
    void aCompactionMovesOnAsTheItemThatItIs() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'cmp','type':'compaction'}"),
                  event("compaction.compacting", 0, "'item_id':'cmp'"),
                  event("compaction.compacting", 0, "'item_id':'cmp'"),
                  done(0, "{'id':'cmp','type':'compaction','encrypted_content':'enc'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'cmp','name':'compaction','synthetic':true,'origin':{'type':'compaction'}}
              {'type':'tool_progress','output':0,'block':0,'status':'compacting'}
              {'type':'tool_progress','output':0,'block':0,'status':'compacting'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'','source':'{\\'id\\':\\'cmp\\',\\'type\\':\\'compaction\\',\\'encrypted_content\\':\\'enc\\'}'}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }

    /** It may hold a text that a status would lose. */
    @ParameterizedTest
    @ValueSource(strings = {"compaction.delta", "x_search_call.delta", "x_search_call.done"})
    void aDeltaThatIsNotKnownIsNotAStatus(String type) {
      assertThat(inside(CREATED, event(type, 0, "'item_id':'x','delta':'words'"), COMPLETED))
          .contains("'type':'unrecognized','name':'response." + type + "'")
          .contains("words")
          .doesNotContain("tool_progress");
    }

    @Test
    void cutInTheMiddleKeepWhatIsKnownOfThem() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'ws','type':'web_search_call','arguments':'[1]'}"),
                  event("web_search_call.searching", 0, "'item_id':'ws'")))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'server_tool','id':'ws','name':'web_search_call','origin':{'type':'web_search_call','announced':'{\\'arguments\\':\\'[1]\\'}'}}
              {'type':'tool_progress','output':0,'block':0,'status':'searching'}
              {'type':'block_delta','output':0,'block':0,'text':'[1]'}
              {'type':'block_end','output':0,'block':0,'complete':false,'arguments':'[1]','source':'{\\'id\\':\\'ws\\',\\'type\\':\\'web_search_call\\',\\'arguments\\':\\'[1]\\'}'}
              """);
    }
  }
}
