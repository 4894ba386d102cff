package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.List;

/**
 * What a provider's own tool does, if more than one provider has such a tool.
 *
 * @param allowedDomains the only domains that it may look at; empty for all
 * @param blockedDomains the domains that it must not look at
 * @param location where the user is, in the fields that OpenAI and Anthropic share; null if unsaid
 */
public record BuiltInTool(
    Work work, List<String> allowedDomains, List<String> blockedDomains, Json location) {

  /** What is done. */
  public enum Work {
    /** Finds pages. */
    SEARCH,
    /** Reads pages whose addresses are known. */
    READ_PAGES,
    /** Runs code that the model writes. */
    RUN_CODE
  }

  public BuiltInTool {
    allowedDomains = List.copyOf(allowedDomains);
    blockedDomains = List.copyOf(blockedDomains);
  }

  public BuiltInTool(Work work) {
    this(work, List.of(), List.of(), Json.Null.NULL);
  }
}
