package dev.weir.client.call;

import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Frames of which only some have names. The rest is asked for after the last name, so frames
 * without a name that followed it come again; they are kept to compare, and left out if they are
 * the same. If they are not, nobody knows where the two meet, and nothing is joined.
 */
final class NamedFrames implements SeenFrames {
  private final Resuming resuming;
  private final int maxChars;
  private final List<String> sinceName = new ArrayList<>();
  private @Nullable String name;
  private int repeated;
  private long chars;

  /**
   * @param maxChars how much is kept; a provider that names frames less often cannot be resumed
   */
  NamedFrames(Resuming resuming, int maxChars) {
    this.resuming = resuming;
    this.maxChars = maxChars;
  }

  @Override
  public Decision take(Json chunk, String data, BooleanSupplier canResume) {
    if (repeated < sinceName.size()) {
      return again(data);
    }
    String here = resuming.place(chunk);
    if (here != null) {
      name = here;
      sinceName.clear();
      repeated = 0;
      chars = 0;
    } else {
      chars += data.length();
      sinceName.add(data);
      repeated++;
    }
    return Decision.PASS;
  }

  private Decision again(String data) {
    boolean isSame = sinceName.get(repeated).equals(data);
    repeated += isSame ? 1 : 0;
    return isSame ? Decision.OMIT : Decision.STOP;
  }

  @Override
  public void restart() {
    repeated = 0;
  }

  @Override
  public @Nullable String place() {
    return name;
  }

  @Override
  public boolean canJoin() {
    return chars <= maxChars;
  }

  @Override
  public ProviderError why() {
    return ProviderError.connection(
        "resumed_elsewhere",
        "The rest after event %s does not begin with what had already come after it"
            .formatted(name));
  }
}
