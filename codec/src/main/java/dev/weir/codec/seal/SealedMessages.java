package dev.weir.codec.seal;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens the seals in messages that a client sends back, for the provider that made what is in them.
 * What another provider or model made, what was changed, and what we did not make is left out and
 * reported: a provider never gets it.
 */
public final class SealedMessages {
  private final Seals seals;
  private final SealOwner target;
  private final List<RequestLoss> dropped = new ArrayList<>();

  private SealedMessages(Seals seals, SealOwner target) {
    this.seals = seals;
    this.target = target;
  }

  /**
   * The opened messages.
   *
   * @param dropped the seals that could not be opened, and why
   */
  public record Opened(List<Message> messages, List<RequestLoss> dropped) {
    public Opened {
      messages = List.copyOf(messages);
      dropped = List.copyOf(dropped);
    }
  }

  /** Opens every seal in a conversation. */
  public static Opened open(List<Message> messages, Seals seals, SealOwner target) {
    var opening = new SealedMessages(seals, target);
    List<Message> opened = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      opened.add(
          messages.get(i) instanceof Message.Earlier earlier
              ? opening.opened(earlier, place(earlier, i))
              : messages.get(i));
    }
    return new Opened(opened, opening.dropped);
  }

  private static String place(Message.Earlier earlier, int index) {
    Origin origin = earlier.origin();
    return origin == null ? "messages[%d]".formatted(index) : origin.path();
  }

  private Message opened(Message.Earlier earlier, String place) {
    List<Block> blocks = earlier.response().blocks();
    if (blocks.stream().allMatch(block -> sealsOf(block).isEmpty())) {
      return earlier;
    }
    List<Block> kept = new ArrayList<>();
    List<Block> signing = new ArrayList<>();
    List<Block> foreign = new ArrayList<>();
    boolean isOfOneOutput = false;
    for (Block block : blocks) {
      List<String> found = sealsOf(block);
      // A call that carries a seal stays a call; reasoning is what its seals hold.
      if (found.isEmpty() || block.kind() != BlockKind.REASONING) {
        Block bare = found.isEmpty() ? block : plain(block);
        kept.add(bare);
        foreign.add(bare);
      }
      for (String seal : found) {
        SealedBlocks sealed = inside(seal, place);
        if (sealed != null) {
          isOfOneOutput = sealed.isOfOneOutput();
          for (Block inside : sealed.blocks()) {
            if (inside.kind() == BlockKind.REASONING) {
              kept.add(block.kind() == BlockKind.REASONING ? kept.size() : kept.size() - 1, inside);
            } else {
              signing.add(inside);
            }
          }
        }
      }
    }
    if (kept.size() == foreign.size() && signing.isEmpty()) {
      return new Message.Earlier(earlier.response().withBlocks(foreign), earlier.dialect());
    }
    // Reasoning without its seal is not what the provider made.
    kept.removeIf(block -> block.kind() == BlockKind.REASONING && foreign.contains(block));
    kept.replaceAll(block -> foreign.contains(block) ? plain(block) : block);
    signing.forEach(inside -> sign(kept, inside));
    return new Message.Earlier(
        earlier.response().withBlocks(renumbered(kept, isOfOneOutput)), target.dialect());
  }

  /** The seals of a block, in their order: one, or several where a dialect lists them. */
  private static List<String> sealsOf(Block block) {
    List<String> found = new ArrayList<>();
    add(block.signature(), found);
    Reasoning reasoning = block.reasoning();
    if (reasoning == null) {
      return found;
    }
    Json details = ProviderJson.parse(block.source());
    if (details != null && details.isArray()) {
      for (Json entry : details.items()) {
        add(entry.get("data").textIfAny(), found);
        add(entry.get("signature").textIfAny(), found);
      }
    }
    if (found.isEmpty()) {
      add(reasoning.encrypted(), found);
    }
    if (found.isEmpty()) {
      add(reasoning.signature(), found);
    }
    return found;
  }

  private static void add(@Nullable String text, List<String> found) {
    if (text != null && Seals.isSeal(text)) {
      found.add(text);
    }
  }

  private @Nullable SealedBlocks inside(String seal, String place) {
    try {
      SealedBlocks sealed = seals.open(seal);
      if (sealed.owner().equals(target)) {
        return sealed;
      }
      dropped.add(
          RequestLoss.of(
              place,
              "reasoning of %s/%s, which %s/%s cannot read"
                  .formatted(
                      sealed.owner().provider(),
                      sealed.owner().modelName(),
                      target.provider(),
                      target.modelName())));
    } catch (BadSealException bad) {
      dropped.add(RequestLoss.of(place, "a seal that is not ours: " + bad.getMessage()));
    }
    return null;
  }

  /** Gives a block back what the provider had signed it with. */
  private static void sign(List<Block> blocks, Block inside) {
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      boolean isOpen = block.kind() == inside.kind() && block.signature() == null;
      // A call that had no id got one on the way; it is then the first of its name.
      boolean isSame =
          inside.id() == null
              ? Objects.equals(inside.name(), block.name())
              : inside.id().equals(block.id());
      if (isOpen && isSame) {
        blocks.set(
            i,
            with(
                block,
                block.block(),
                inside.id(),
                inside.origin(),
                inside.signature(),
                inside.source()));
        return;
      }
    }
  }

  /**
   * The block without the facts from the client's dialect, which mean nothing to the provider: to
   * it, a call in a namespace or of text is that of a function.
   */
  private static Block plain(Block block) {
    boolean isCall = block.kind() == BlockKind.TOOL_CALL;
    return new Block(
        block.block(),
        block.kind(),
        block.id(),
        isCall && block.name() != null ? Foreign.nameOf(block) : block.name(),
        block.synthetic(),
        Map.of(),
        isCall && Foreign.isOfText(block) ? List.of(Foreign.argumentsOf(block)) : block.parts(),
        block.complete(),
        block.reasoning(),
        /* signature= */ null,
        /* source= */ null,
        block.annotations());
  }

  /** Each block is its own output, except for parts of one item, or if there is only one output. */
  private static List<Block> renumbered(List<Block> blocks, boolean isOfOneOutput) {
    List<Block> numbered = new ArrayList<>();
    Block before = null;
    int output = -1;
    for (Block block : blocks) {
      boolean isSameItem =
          before != null
              && block.kind() == BlockKind.REASONING
              && before.kind() == BlockKind.REASONING
              && before.block().output() == block.block().output()
              && isSummary(before) != isSummary(block);
      output += isSameItem ? 0 : 1;
      var id = new BlockId(isOfOneOutput ? 0 : output, numbered.size());
      numbered.add(with(block, id, block.id(), block.origin(), block.signature(), block.source()));
      before = block;
    }
    return numbered;
  }

  private static boolean isSummary(Block block) {
    return "summary".equals(block.origin().get("part"));
  }

  private static Block with(
      Block block,
      BlockId number,
      @Nullable String id,
      Map<String, String> origin,
      @Nullable String signature,
      @Nullable String source) {
    return new Block(
        number,
        block.kind(),
        id,
        block.name(),
        block.synthetic(),
        origin,
        block.parts(),
        block.complete(),
        block.reasoning(),
        signature,
        source,
        block.annotations());
  }
}
