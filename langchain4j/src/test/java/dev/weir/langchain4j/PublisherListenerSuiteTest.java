package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;

/** LangChain4j's own suite for listeners of what is published. */
final class PublisherListenerSuiteTest {
  @Nested
  final class Responses extends PublisherListenerSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends PublisherListenerSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends PublisherListenerSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends PublisherListenerSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends PublisherListenerSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends PublisherListenerSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends PublisherListenerSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends PublisherListenerSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
