package dev.weir.codec.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseStart;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealsTest {
  private static final SealOwner OWNER = new SealOwner("acme", "m1", "anthropic");
  private static final BlockId BLOCK = new BlockId(0, 0);

  private final Seals seals = new Seals("0123456789abcdef".getBytes(UTF_8));

  private static SealedBlocks thought(String signature) {
    var reasoning = new Reasoning(null, List.of(), null, signature, /* redacted= */ false);
    return new SealedBlocks(
        OWNER,
        List.of(
            new ResponseStart(null, null),
            new BlockStart(BLOCK, BlockKind.REASONING, null, null, false, Map.of()),
            new BlockDelta(BLOCK, "I look."),
            new BlockEnd(BLOCK, true, reasoning, null, null, null)));
  }

  @Test
  void whatWasSealedComesOutAsItWas() throws BadSealException {
    assertThat(seals.open(seals.seal(thought("abc")))).isEqualTo(thought("abc"));
  }

  @Test
  void theSameContentHasTheSameSealAndAnotherHasAnother() {
    assertThat(seals.seal(thought("abc"))).isEqualTo(seals.seal(thought("abc")));
    assertThat(seals.seal(thought("abd"))).isNotEqualTo(seals.seal(thought("abc")));
  }

  @Test
  void aSealIsBase64ThatIsKnownByItsFirstLetters() {
    String seal = seals.seal(thought("abc"));
    assertThat(seal).startsWith("weirseal0001");
    assertThat(Seals.isSeal(seal)).isTrue();
    assertThat(Base64.getDecoder().decode(seal)).hasSizeLessThan(300);
  }

  @Test
  void aSealWithAnyBitChangedIsRefused() {
    byte[] bytes = Base64.getDecoder().decode(seals.seal(thought("abc")));
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] changed = bytes.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      String seal = Base64.getEncoder().encodeToString(changed);
      assertThatThrownBy(() -> seals.open(seal)).isInstanceOf(BadSealException.class);
    }
  }

  @Test
  void aSealCutAnywhereIsRefused() {
    String seal = seals.seal(thought("abc"));
    for (int length = 0; length < seal.length(); length++) {
      String cut = seal.substring(0, length);
      assertThatThrownBy(() -> seals.open(cut)).isInstanceOf(BadSealException.class);
    }
  }

  @Test
  void aSealOfAnotherKeyIsRefused() {
    String foreign = new Seals("another-key-0123".getBytes(UTF_8)).seal(thought("abc"));
    assertThatThrownBy(() -> seals.open(foreign))
        .hasMessage("It was changed, or made with another key");
  }

  @Test
  void whatIsSealedCannotBeRead() {
    String seal = seals.seal(thought("abcdefghijklmnop"));
    assertThat(new String(Base64.getDecoder().decode(seal), UTF_8))
        .doesNotContain("abcdef")
        .doesNotContain("look");
  }

  @Test
  void aSealOfAnotherModelIsDroppedAndReported() {
    SealedMessages.Opened opened =
        SealedMessages.open(
            List.of(carrying(seals.seal(thought("abc")))),
            seals,
            new SealOwner("acme", "m2", "anthropic"));
    assertThat(opened.dropped())
        .containsExactly(
            RequestLoss.of("messages[0]", "reasoning of acme/m1, which acme/m2 cannot read"));
    assertThat(((Message.Earlier) opened.messages().getFirst()).response().blocks()).isEmpty();
  }

  @Test
  void aChangedSealIsDroppedAndReported() {
    SealedMessages.Opened opened =
        SealedMessages.open(List.of(carrying("weirseal0001AAAA")), seals, OWNER);
    assertThat(opened.dropped()).singleElement().asString().contains("a seal that is not ours");
    assertThat(((Message.Earlier) opened.messages().getFirst()).response().blocks()).isEmpty();
  }

  private static Message carrying(String seal) {
    var reasoning = new Reasoning(null, List.of(), null, seal, /* redacted= */ false);
    List<StreamEvent> events =
        List.of(
            new ResponseStart(null, null),
            new BlockStart(BLOCK, BlockKind.REASONING, null, null, false, Map.of()),
            new BlockEnd(BLOCK, true, reasoning, null, null, null));
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    Response response = assembler.response();
    return new Message.Earlier(response, "anthropic");
  }
}
