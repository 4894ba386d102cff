package dev.weir.springai;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.test.chat.client.advisor.AbstractToolCallingAdvisorIT;

/** Spring AI's own suite for tools, with the advisor that runs them. */
final class ToolAdvisorSuiteTest {
  @Nested
  final class Responses extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.GEMINI);
    }
  }

  @Nested
  final class Interactions extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Ollama extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Bedrock extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends AbstractToolCallingAdvisorIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.COHERE);
    }
  }
}
