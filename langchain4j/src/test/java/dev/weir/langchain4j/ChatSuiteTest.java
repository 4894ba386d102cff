package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;

/** LangChain4j's own suite for models that answer at once. */
final class ChatSuiteTest {
  @Nested
  final class Responses extends ChatSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends ChatSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends ChatSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends ChatSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends ChatSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends ChatSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends ChatSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends ChatSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
