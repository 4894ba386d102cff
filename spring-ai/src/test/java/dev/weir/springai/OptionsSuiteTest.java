package dev.weir.springai;

import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import org.springframework.ai.test.options.AbstractChatOptionsTests;

/** Spring AI's own suite for options. */
final class OptionsSuiteTest
    extends AbstractChatOptionsTests<WeirChatOptions, WeirChatOptions.Builder> {

  @Override
  protected Class<WeirChatOptions> getConcreteOptionsClass() {
    return WeirChatOptions.class;
  }

  @Override
  protected WeirChatOptions.Builder readyToBuildBuilder() {
    return WeirChatOptions.builder()
        .model("m")
        .maxTokens(7)
        .outputSchema("{}")
        .toolChoice(ToolChoice.REQUIRED)
        .thinking(new Thinking.On());
  }
}
