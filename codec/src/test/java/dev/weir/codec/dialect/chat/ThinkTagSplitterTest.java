package dev.weir.codec.dialect.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThinkTagSplitterTest {

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | <think>hm</think>ok            | hm   | ok
          false | no tags at all                 |      | no tags at all
          false | a < b </thin <think            |      | a < b </thin <think
          false | <think>one</think>A<think>two</think>B | onetwo | AB
          false | <think>never closed            | never closed |
          true  | hm</think>ok                   | hm   | ok
          false | <think></think>ok              |      | ok
          """)
  void splitsWhereverTheDeltasAreCut(
      boolean startsInside, String content, String reasoning, String text) {
    for (int cut = 0; cut <= content.length(); cut++) {
      assertThat(split(startsInside, content.substring(0, cut), content.substring(cut)))
          .containsExactly(or(reasoning), or(text));
    }
    assertThat(split(startsInside, content.split(""))).containsExactly(or(reasoning), or(text));
  }

  @Test
  void lineBreaksAfterATagBelongToIt() {
    assertThat(split(false, "<think>\nhm\n</think>\n", "\nok")).containsExactly("hm\n", "ok");
  }

  @Test
  void contentStaysAsItIsUnlessAskedFor() {
    String stream =
        Decoded.sse(
            "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<think>hm</think>ok\"}}]}",
            "[DONE]");

    assertThat(response(ThinkTags.KEEP, stream).text(BlockKind.TEXT))
        .isEqualTo("<think>hm</think>ok");
    assertThat(response(ThinkTags.SPLIT, stream).text(BlockKind.REASONING)).isEqualTo("hm");
    assertThat(response(ThinkTags.SPLIT, stream).text(BlockKind.TEXT)).isEqualTo("ok");
  }

  private static Response response(ThinkTags how, String stream) {
    var options = new DecodeOptions(Limits.DEFAULT, how);
    return Decoded.response(
        Decoded.events(
            Dialects.OPENAI_CHAT, options, List.of(stream.getBytes(StandardCharsets.UTF_8))));
  }

  private static String or(String text) {
    return text == null ? "" : text;
  }

  private static List<String> split(boolean startsInside, String... deltas) {
    StringBuilder reasoning = new StringBuilder();
    StringBuilder text = new StringBuilder();
    var splitter =
        new ThinkTagSplitter(
            startsInside,
            new ThinkTagSplitter.Sink() {
              @Override
              public void reasoning(String piece) {
                reasoning.append(piece);
              }

              @Override
              public void content(String piece) {
                text.append(piece);
              }
            });
    List.of(deltas).forEach(splitter::feed);
    splitter.end();
    return List.of(reasoning.toString(), text.toString());
  }
}
