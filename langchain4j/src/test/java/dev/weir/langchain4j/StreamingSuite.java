package dev.weir.langchain4j;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.atLeast;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.common.AbstractStreamingChatModelIT;
import dev.langchain4j.model.chat.common.StreamingMode;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.TokenUsage;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import java.util.List;
import org.mockito.InOrder;

/** LangChain4j's suite for streaming models, in one dialect, for handlers and for subscribers. */
abstract class StreamingSuite extends AbstractStreamingChatModelIT {
  private final Support4j support;
  private final Weir weir;

  StreamingSuite(Dialect dialect) {
    this.support = new Support4j(dialect);
    this.weir = Suites.weir(dialect);
  }

  @Override
  protected List<StreamingMode> streamingModes() {
    return List.of(StreamingMode.HANDLER, StreamingMode.PUBLISHER);
  }

  @Override
  protected List<StreamingChatModel> baseModels() {
    return List.of(new WeirStreamingChatModel(weir));
  }

  @Override
  public StreamingChatModel createModelWith(ChatModelListener listener) {
    return new WeirStreamingChatModel(weir, ModelOptions.DEFAULT.withListener(listener));
  }

  @Override
  protected StreamingChatModel createModelWith(ChatRequestParameters parameters) {
    return new WeirStreamingChatModel(weir, ModelOptions.DEFAULT.withDefaults(parameters));
  }

  @Override
  protected ChatRequestParameters createIntegrationSpecificParameters(int maxOutputTokens) {
    return ChatRequestParameters.builder().maxOutputTokens(maxOutputTokens).build();
  }

  @Override
  protected String customModelName() {
    return Suites.OTHER_MODEL;
  }

  @Override
  protected Class<? extends TokenUsage> tokenUsageType(StreamingChatModel model) {
    return WeirTokenUsage.class;
  }

  @Override
  protected boolean assertToolId(StreamingChatModel model) {
    return support.hasCallIds();
  }

  @Override
  protected boolean supportsStopSequencesParameter() {
    return support.takesStopTexts();
  }

  @Override
  protected boolean supportsToolChoiceRequired() {
    return support.takesToolChoice();
  }

  @Override
  protected boolean supportsJsonResponseFormat() {
    return support.takesAnyJson();
  }

  @Override
  protected boolean supportsSingleImageInputAsPublicURL() {
    return support.takesImageUrls();
  }

  @Override
  protected void verifyToolCallbacks(
      StreamingChatResponseHandler handler, InOrder order, String id1, String id2) {
    if (!support.endsCallsTogether()) {
      super.verifyToolCallbacks(handler, order, id1, id2);
      return;
    }
    order.verify(handler, atLeast(1)).onPartialToolCall(argThat(part -> isOf(part, id1)), any());
    order.verify(handler, atLeast(1)).onPartialToolCall(argThat(part -> isOf(part, id2)), any());
    order.verify(handler).onCompleteToolCall(argThat(call -> isOf(call, id1)));
    order.verify(handler).onCompleteToolCall(argThat(call -> isOf(call, id2)));
  }

  private static boolean isOf(PartialToolCall part, String id) {
    return part.id().equals(id);
  }

  private static boolean isOf(CompleteToolCall call, String id) {
    return call.toolExecutionRequest().id().equals(id);
  }

  @Override
  protected boolean assertResponseId() {
    return support.hasResponseIds();
  }

  @Override
  protected boolean assertResponseModel() {
    return support.namesItsModel();
  }
}
