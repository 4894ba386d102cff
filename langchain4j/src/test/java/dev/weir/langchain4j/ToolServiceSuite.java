package dev.weir.langchain4j;

import dev.langchain4j.data.image.Image;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.common.AbstractAiServiceWithToolsIT;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import java.util.List;

/** LangChain4j's suite for AI services with tools, in one dialect. */
abstract class ToolServiceSuite extends AbstractAiServiceWithToolsIT {
  private final Weir weir;

  ToolServiceSuite(Dialect dialect) {
    this.weir = Suites.weir(dialect);
  }

  @Override
  protected List<ChatModel> models() {
    return List.of(new WeirChatModel(weir));
  }

  @Override
  protected boolean supportsRecursion() {
    return true;
  }

  @Override
  protected boolean verifyModelInteractions() {
    return true;
  }

  @Override
  protected boolean supportsMultimodalToolResults() {
    return true;
  }

  /** The smallest picture there is, which needs no network. */
  @Override
  protected Image catImage() {
    return Image.builder()
        .base64Data(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        .mimeType("image/png")
        .build();
  }
}
