package dev.weir.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.common.AbstractChatModelIT;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.output.TokenUsage;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import java.util.List;

/** LangChain4j's suite for models that answer at once, in one dialect. */
abstract class ChatSuite extends AbstractChatModelIT {
  private final Support4j support;
  private final Weir weir;

  ChatSuite(Dialect dialect) {
    this.support = new Support4j(dialect);
    this.weir = Suites.weir(dialect);
  }

  @Override
  protected List<ChatModel> models() {
    return List.of(new WeirChatModel(weir));
  }

  @Override
  protected boolean supportsChatAsync() {
    return true;
  }

  @Override
  protected ChatModel createModelWith(ChatRequestParameters parameters) {
    return new WeirChatModel(weir, ModelOptions.DEFAULT.withDefaults(parameters));
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
  protected Class<? extends TokenUsage> tokenUsageType(ChatModel model) {
    return WeirTokenUsage.class;
  }

  @Override
  protected boolean assertToolId(ChatModel model) {
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
  protected boolean assertResponseId() {
    return support.hasResponseIds();
  }

  @Override
  protected boolean assertResponseModel() {
    return support.namesItsModel();
  }
}
