package dev.weir.codec.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCallsTest {
  private static final BlockId BLOCK = new BlockId(0, 0);
  private static final ToolSpec PATCH = tool("apply_patch", ToolSpec.Kind.CUSTOM, null);
  private static final ToolSpec CLICK =
      tool("click", ToolSpec.Kind.FUNCTION, new ToolSpec.Namespace("browser", ""));
  private static final ToolSpec TYPE =
      tool("type", ToolSpec.Kind.CUSTOM, new ToolSpec.Namespace("browser", ""));
  private static final ToolSpec PLAIN = tool("look", ToolSpec.Kind.FUNCTION, null);

  private final List<StreamEvent> told = new ArrayList<>();

  private static ToolSpec tool(
      String name, ToolSpec.Kind kind, ToolSpec.@Nullable Namespace namespace) {
    return new ToolSpec(name, "", Json.Null.NULL, kind, null, namespace, Note.NONE);
  }

  private void call(String name, boolean complete, String... arguments) {
    told.clear();
    var calls = new ClientCalls(ClientTools.of(List.of(PATCH, CLICK, TYPE, PLAIN)), told::add);
    calls.accept(new BlockStart(BLOCK, BlockKind.TOOL_CALL, "c1", name, false, Map.of()));
    for (String piece : arguments) {
      calls.accept(new BlockDelta(BLOCK, piece));
    }
    String all = String.join("", arguments);
    calls.accept(new BlockEnd(BLOCK, complete, null, all, null, null));
  }

  private BlockStart start() {
    return (BlockStart) told.getFirst();
  }

  private String deltas() {
    return told.stream()
        .filter(BlockDelta.class::isInstance)
        .map(e -> ((BlockDelta) e).text())
        .collect(Collectors.joining("|"));
  }

  private String whole() {
    return Objects.requireNonNull(((BlockEnd) told.getLast()).arguments());
  }

  @Test
  void aFunctionOfANamespaceIsCalledByItsOwnName() {
    call("browser__click", true, "{\"x\":", "1}");
    assertThat(start().name()).isEqualTo("click");
    assertThat(start().origin()).isEqualTo(Map.of("namespace", "browser"));
    assertThat(deltas()).isEqualTo("{\"x\":|1}");
  }

  @Test
  void aToolThatTakesTextGetsItsTextAsItGrows() {
    call("apply_patch", true, "{\"in", "put\":\"*** Be", "gin\\nPatch\"", "}");
    assertThat(start().origin()).isEqualTo(Map.of("type", "custom_tool_call"));
    assertThat(deltas()).isEqualTo("*** Be|gin\nPatch");
    assertThat(whole()).isEqualTo("*** Begin\nPatch");
  }

  @Test
  void aToolMayBothTakeTextAndHaveANamespace() {
    call("browser__type", true, "{\"input\":\"hi\"}");
    assertThat(start().name()).isEqualTo("type");
    assertThat(start().origin())
        .isEqualTo(Map.of("type", "custom_tool_call", "namespace", "browser"));
    assertThat(whole()).isEqualTo("hi");
  }

  @Test
  void whereverTheArgumentsAreCutTheTextIsTheSameAndNoDeltaHoldsHalfACharacter() {
    String arguments =
        "{\"input\":\"a\\ud83c\\udf0a \\\"b\\\" \\u00fc\\\\n 🌊\",\"why\":[1,{\"input\":\"no\"}]}";
    for (int cut = 1; cut < arguments.length(); cut++) {
      call("apply_patch", true, arguments.substring(0, cut), arguments.substring(cut));
      assertThat(whole()).isEqualTo("a🌊 \"b\" ü\\n 🌊");
      assertThat(deltas().replace("|", "")).isEqualTo(whole());
      for (String delta : deltas().split("\\|", 0)) {
        assertThat(delta.isEmpty() || !Character.isHighSurrogate(delta.charAt(delta.length() - 1)))
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"patch\":\"x\"}; {\"patch\":\"x\"}",
        "*** Begin Patch; *** Begin Patch",
        "{\"input\":7}; {\"input\":7}",
        "{\"input\":\"\"}; ``",
      })
  void aModelThatDoesNotKeepToTheFormCallsWithWhatItSaid(String arguments, String text) {
    call("apply_patch", true, arguments);
    assertThat(whole()).isEqualTo(text);
    assertThat(deltas()).isEqualTo(text);
  }

  @Test
  void aCallThatWasCutHasTheTextThatCame() {
    call("apply_patch", false, "{\"input\":\"*** Be");
    assertThat(whole()).isEqualTo("*** Be");
    assertThat(((BlockEnd) told.getLast()).complete()).isFalse();
  }

  @Test
  void everyOtherCallIsAsItWas() {
    call("look", true, "{}");
    assertThat(start().name()).isEqualTo("look");
    assertThat(start().origin()).isEmpty();
    assertThat(whole()).isEqualTo("{}");
  }

  @Test
  void aNameThatAPlainFunctionHasTooStaysTheFunctions() {
    ToolSpec same = tool("browser__click", ToolSpec.Kind.FUNCTION, null);
    assertThat(ClientTools.of(List.of(CLICK, same)).isEmpty()).isTrue();
  }

  @Test
  void whatIsKeptIsReadAgain() {
    ClientTools tools = ClientTools.of(List.of(PATCH, CLICK, TYPE, PLAIN));
    assertThat(tools.byFunction()).hasSize(3);
    assertThat(ClientTools.parse(tools.toJson())).isEqualTo(tools);
  }
}
