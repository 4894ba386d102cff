package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForProviderTest {
  private static final Response RESPONSE = new ResponseAssembler().response();

  @Test
  void whatAProviderSealedGoesBackToItAlone() {
    var earlier = new Message.Earlier(RESPONSE, "anthropic").from("first");
    var request = Request.of("hi").withMore(List.of(earlier));

    assertThat(request.forProvider("first")).isSameAs(request);
    assertThat(request.forProvider("second").messages().getLast())
        .isEqualTo(new Message.Earlier(RESPONSE, null));
  }

  @Test
  void anAnswerOfWhichNobodyKnowsWhoGaveItStaysAsItIs() {
    var request = Request.of("hi").withMore(List.of(new Message.Earlier(RESPONSE, "anthropic")));
    assertThat(request.forProvider("second")).isSameAs(request);
  }
}
