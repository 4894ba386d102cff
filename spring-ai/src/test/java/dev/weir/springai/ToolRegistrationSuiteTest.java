package dev.weir.springai;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.test.chat.client.advisor.AbstractToolCallingAdvisorAutoRegistrationIT;

/** Spring AI's own suite for tools, whose advisor is there by itself. */
final class ToolRegistrationSuiteTest {
  @Nested
  final class Responses extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.GEMINI);
    }
  }

  @Nested
  final class Interactions extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Ollama extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Bedrock extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends AbstractToolCallingAdvisorAutoRegistrationIT {
    @Override
    protected ChatModel getChatModel() {
      return Suites.model(Dialects.COHERE);
    }
  }
}
