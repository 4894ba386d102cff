package dev.weir.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.common.AbstractStreamingAiServiceIT;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import java.util.List;

/** LangChain4j's suite for AI services that stream, in one dialect. */
abstract class StreamingServiceSuite extends AbstractStreamingAiServiceIT {
  private final Weir weir;

  StreamingServiceSuite(Dialect dialect) {
    this.weir = Suites.weir(dialect);
  }

  @Override
  protected List<StreamingChatModel> models() {
    return List.of(new WeirStreamingChatModel(weir));
  }

  @Override
  protected Class<? extends TokenUsage> tokenUsageType(StreamingChatModel model) {
    return WeirTokenUsage.class;
  }
}
