package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a dialect lacks is reported by where it stood, never dropped silently. */
class LeftOutTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 100, 1 << 20);

  private static Rendered translated(Dialect from, Dialect to, String body) {
    var endpoint = new Endpoint("", /* streams= */ true, from.streamForm());
    Request request = from.serverSide().orElseThrow().read(READER.read(body), endpoint).request();
    return to.clientSide().orElseThrow().write(request, "m", Style.DEFAULT);
  }

  private static List<String> fields(Rendered rendered) {
    return rendered.leftOut().stream().map(RequestLoss::field).toList();
  }

  @Test
  void aFieldThatNobodyReadsIsLostInAnotherDialectAndKeptInItsOwn() {
    String body =
        """
        {"model": "m", "odd": {"a": 1}, "temperature": 0.5, "messages": [
          {"role": "user", "name": "Ann", "content": [{"type": "text", "text": "Hi", "x": [1]}]}]}
        """;
    Rendered other = translated(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, body);
    assertThat(fields(other))
        .containsExactlyInAnyOrder("odd", "messages[0].name", "messages[0].content[0].x");
    assertThat(other.leftOut()).noneMatch(RequestLoss::changesMeaning);
    Rendered own = translated(Dialects.OPENAI_CHAT, Dialects.OPENAI_CHAT, body);
    assertThat(own.leftOut()).isEmpty();
    assertThat(own.body().get("odd")).isEqualTo(READER.read("{\"a\":1}"));
    assertThat(own.body().get("messages").at(0).get("name")).isEqualTo(new Json.Text("Ann"));
  }

  @Test
  void aSettingThatTheDialectLacksIsReportedByTheNameThatTheClientGaveIt() {
    String body =
        """
        {"model": "m", "seed": 7, "messages": [{"role": "user", "content": "Hi"}]}
        """;
    assertThat(fields(translated(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, body)))
        .containsExactly("seed");
    Request ours = Request.builder().message(Message.user("Hi")).seed(7L).build();
    Rendered rendered =
        Dialects.ANTHROPIC.clientSide().orElseThrow().write(ours, "m", Style.DEFAULT);
    assertThat(fields(rendered)).containsExactly("seed");
    assertThat(translated(Dialects.OPENAI_CHAT, Dialects.GEMINI, body).leftOut()).isEmpty();
  }

  @Test
  void aPictureThatCannotBeSentChangesTheMeaning() {
    String body =
        """
        {"model": "m", "messages": [{"role": "user", "content": [
          {"type": "text", "text": "What is it?"},
          {"type": "image_url", "image_url": {"url": "https://x/y.png"}}]}]}
        """;
    Rendered rendered = translated(Dialects.OPENAI_CHAT, Dialects.OLLAMA, body);
    assertThat(rendered.leftOut())
        .singleElement()
        .satisfies(loss -> {
          assertThat(loss.field()).isEqualTo("messages[0].content[1]");
          assertThat(loss.changesMeaning()).isTrue();
        });
  }

  @Test
  void whatIsSetAgainIsNotSpelledAsItWasRead() {
    String body =
        """
        {"model": "m", "max_tokens": 5, "stop": "x", "messages": [{"role": "user", "content": "Hi"}]}
        """;
    var endpoint = new Endpoint("", /* streams= */ true, Dialects.OPENAI_CHAT.streamForm());
    Request read =
        Dialects.OPENAI_CHAT.serverSide().orElseThrow().read(READER.read(body), endpoint).request();
    Request changed = read.toBuilder().maxOutputTokens(9).build();
    Json written =
        Dialects.OPENAI_CHAT.clientSide().orElseThrow().write(changed, "m", Style.DEFAULT).body();
    assertThat(written.get("max_tokens")).isEqualTo(new Json.Num("9"));
    assertThat(written.get("stop")).isEqualTo(new Json.Text("x"));
  }
}
