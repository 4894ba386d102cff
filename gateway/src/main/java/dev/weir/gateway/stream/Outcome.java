package dev.weir.gateway.stream;

import dev.weir.client.call.ProviderError;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a stream, for the client that asked for it.
 *
 * @param verdict absent if the stream did not begin
 * @param problem the last that happened on the way to the provider, if anything did
 * @param refusal what the provider answered instead of a stream, as it came
 * @param dialect what the provider that was asked last speaks
 * @param fault the last thing that was wrong inside the stream
 * @param lost the parts of the request that the provider's dialect could not carry
 */
public record Outcome(
    @Nullable Verdict verdict,
    @Nullable ProviderError problem,
    @Nullable String refusal,
    @Nullable StreamFault fault,
    List<RequestLoss> lost,
    @Nullable Dialect dialect) {
  public Outcome {
    lost = List.copyOf(lost);
  }

  /** Whether the answer reached its end. */
  public boolean isWhole() {
    return verdict != null && verdict.isNatural();
  }
}
